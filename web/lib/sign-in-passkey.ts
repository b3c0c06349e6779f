// Passkeys that sign in. Along with that they are asked for the secret that opens one's keys; it is taken out of what the
// authenticator said before anything is sent.
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { readMyKeys } from '#shared/contracts/keys.endpoints.ts'
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  enterByPasskey,
} from '#shared/contracts/passkeys.endpoints.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import { askForOwnPasskey, proveByPasskey } from '#shared/contracts/proof.endpoints.ts'
import { call } from './api.ts'
import type { PasskeyAnswer } from './e2ee/passkey.ts'
import { question, secretIn } from './e2ee/passkey-question.ts'

/** What the browser calls an end that somebody chose, or a window that was closed. */
class PasskeyEnded extends Error {
  readonly isKnown: boolean

  constructor(cause: unknown) {
    super('passkey', { cause })
    this.isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
  }
}

const prf = { eval: question }

/** Most of it weighs as much as the login screen, and nobody there needs it before they are in. */
const loadMyKeys = () => import('./e2ee/my-keys.ts')

function ended(error: unknown): never {
  throw new PasskeyEnded(error)
}

/** Where this device has none of the person's keys yet and the passkey opens them: from now on it has. */
async function openKeys(userId: number, answer: PasskeyAnswer): Promise<void> {
  const { adopt, openByAnswer, readDeviceKeys } = await loadMyKeys()
  const device = await readDeviceKeys(userId)
  if (device.obstacle || device.identity) return
  const keys = await call(readMyKeys)
  if (!keys.wraps.some(({ credentialId }) => credentialId === answer.credentialId)) return
  await adopt(await openByAnswer(userId, keys, answer))
}

/** `isQuiet`: offered among what the browser fills in, for as long as the page is open. */
export async function signInByPasskey({ isQuiet }: { isQuiet: boolean }): Promise<CurrentUser> {
  const options = await call(askForPasskey)
  const { id, response, clientExtensionResults } = await startAuthentication({
    optionsJSON: { ...options, extensions: { prf } as object },
    useBrowserAutofill: isQuiet,
  }).catch(ended)
  const secret = secretIn(clientExtensionResults as AuthenticationExtensionsClientOutputs)
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const user = await call(enterByPasskey, {
    body: { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle },
  })
  // The same touch; where it does not open them, one is asked as on any new device.
  if (secret) await openKeys(user.id, { credentialId: id, secret }).catch(() => {})
  return user
}

/** Who one is, once more. */
export async function proveByOwnPasskey(): Promise<void> {
  const options = await call(askForOwnPasskey)
  const { id, response } = await startAuthentication({ optionsJSON: options as never }).catch(ended)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  await call(proveByPasskey, {
    body: {
      credentialId: id,
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle && { userHandle }),
    },
  })
}

/** Nobody waits for it any more. */
export function stopWaiting(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** Whether it opens the keys, too: 'unfit' where the authenticator cannot, 'none' where this device has none to keep. */
type KeysKept = 'kept' | 'unfit' | 'none'

async function keepKeys(userId: number, answer: PasskeyAnswer, proof: ProofBody): Promise<KeysKept> {
  const { keepByPasskey, openKept } = await loadMyKeys()
  const opened = await openKept(userId)
  if (!opened) return 'none'
  await keepByPasskey(opened, await call(readMyKeys), answer, proof)
  return 'kept'
}

/** A new one, for signing in, and for one's keys where it can. */
export async function makePasskey(userId: number, proof: ProofBody): Promise<KeysKept> {
  const options = await call(beginPasskey, { body: proof })
  const { id, response, clientExtensionResults } = await startRegistration({
    optionsJSON: { ...options, extensions: { prf } as object } as never,
  }).catch(ended)
  const said = clientExtensionResults as AuthenticationExtensionsClientOutputs
  const { clientDataJSON, attestationObject, transports = [] } = response
  await call(addPasskey, { body: { credentialId: id, clientDataJSON, attestationObject, transports } })
  try {
    // Many can answer, but not in the moment they are made.
    const secret = secretIn(said)
    const { askPasskey } = await import('./e2ee/passkey.ts')
    const answer = secret ? { credentialId: id, secret } : said.prf?.enabled && (await askPasskey([id]))
    return answer ? await keepKeys(userId, answer, proof) : 'unfit'
  } catch {
    // It signs in all the same; the keys can be kept in another way.
    return 'none'
  }
}

// Passkeys for signing in. The same prompt also returns the secret (PRF) that unlocks the user's encryption keys.
// The PRF secret is removed from the authenticator's response before the response is sent to the server.
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import {
  addPasskey,
  finishPasskeySignIn,
  requestNewPasskeyOptions,
  requestPasskeyOptions,
} from '#shared/contracts/auth/passkeys.endpoints.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import {
  reauthenticateByPasskey,
  requestOwnPasskeyOptions,
} from '#shared/contracts/auth/reauthentication.endpoints.ts'
import { readOwnKeys } from '#shared/contracts/keys/keys.endpoints.ts'
import type { PasskeySecret } from '#web/lib/e2ee/keys/key-passkey.ts'
import { prfInput, readPasskeyPrfSecret } from '#web/lib/e2ee/keys/passkey-prf.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

/** Error when a passkey prompt gives no passkey: the user cancelled it, or the passkey is already registered. */
class PasskeyPromptError extends Error {
  readonly isKnown: boolean

  constructor(cause: unknown) {
    super('passkey', { cause })
    this.isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
  }
}

const prf = { eval: prfInput }

// The code for encryption keys is loaded lazily, because it is as large as the login page.
const loadOwnKeys = () => import('#web/lib/e2ee/keys/own-keys.ts')
const loadKeyUnlocking = () => import('#web/lib/e2ee/keys/unlock-keys.ts')
const loadKeyWraps = () => import('#web/lib/e2ee/keys/key-wraps.ts')

function throwPasskeyPromptError(error: unknown): never {
  throw new PasskeyPromptError(error)
}

/** Unlocks the user's encryption keys with the passkey's secret, if this device does not have the keys yet. */
async function unlockKeys(userId: number, answer: PasskeySecret): Promise<void> {
  const { storeUnlockedEncryptionKeys, readEncryptionKeysOfDevice } = await loadOwnKeys()
  const device = await readEncryptionKeysOfDevice(userId)
  if (device.obstacle || device.identity) return
  const keys = await callEndpoint(readOwnKeys)
  if (!keys.wraps.some(({ credentialId }) => credentialId === answer.credentialId)) return
  const { unlockKeysByPasskeySecret } = await loadKeyUnlocking()
  await storeUnlockedEncryptionKeys(await unlockKeysByPasskeySecret(userId, keys, answer))
}

/** Signs in with a passkey. With `isQuiet`, the browser offers the passkey in its autofill and opens no dialog. */
export async function signInByPasskey({ isQuiet }: { isQuiet: boolean }): Promise<CurrentUser> {
  const options = await callEndpoint(requestPasskeyOptions)
  const { id, response, clientExtensionResults } = await startAuthentication({
    optionsJSON: { ...options, extensions: { prf } as object },
    useBrowserAutofill: isQuiet,
  }).catch(throwPasskeyPromptError)
  const secret = readPasskeyPrfSecret(clientExtensionResults as AuthenticationExtensionsClientOutputs)
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const user = await callEndpoint(finishPasskeySignIn, {
    body: { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle },
  })
  // If the passkey's secret does not unlock the encryption keys, the sign-in succeeds nevertheless.
  // If the encryption keys stay locked, the user is asked to unlock them later, as on any new device.
  if (secret) await unlockKeys(user.id, { credentialId: id, secret }).catch(() => {})
  return user
}

/** Re-authenticates the signed-in user with one of the user's passkeys. */
export async function reauthenticateWithOwnPasskey(): Promise<void> {
  const options = await callEndpoint(requestOwnPasskeyOptions)
  const { id, response } = await startAuthentication({ optionsJSON: options as never }).catch(
    throwPasskeyPromptError,
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  await callEndpoint(reauthenticateByPasskey, {
    body: {
      credentialId: id,
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle && { userHandle }),
    },
  })
}

/** Cancels the pending passkey prompt. */
export function cancelPasskeyPrompt(): void {
  WebAuthnAbortService.cancelCeremony()
}

/**
 * Whether a new passkey unlocks the encryption keys. 'unfit': the passkey lacks PRF. 'none': this device has no keys.
 */
type WrapResult = 'kept' | 'unfit' | 'none'

async function wrapKeys(
  userId: number,
  answer: PasskeySecret,
  proof: ReauthenticationBody,
): Promise<WrapResult> {
  const { unlockKeysStoredOnDevice } = await loadKeyUnlocking()
  const opened = await unlockKeysStoredOnDevice(userId)
  if (!opened) return 'none'
  const { storeKeysEncryptedByPasskey } = await loadKeyWraps()
  await storeKeysEncryptedByPasskey(opened, await callEndpoint(readOwnKeys), answer, proof)
  return 'kept'
}

/** Registers a new passkey for signing in and, if the authenticator supports it, for unlocking the encryption keys. */
export async function createSignInPasskey(userId: number, proof: ReauthenticationBody): Promise<WrapResult> {
  const options = await callEndpoint(requestNewPasskeyOptions, { body: proof })
  const { id, response, clientExtensionResults } = await startRegistration({
    optionsJSON: { ...options, extensions: { prf } as object } as never,
  }).catch(throwPasskeyPromptError)
  const extensionResults = clientExtensionResults as AuthenticationExtensionsClientOutputs
  const { clientDataJSON, attestationObject, transports = [] } = response
  await callEndpoint(addPasskey, {
    body: { credentialId: id, clientDataJSON, attestationObject, transports },
  })
  try {
    // Many authenticators return the PRF secret only at a later sign-in, not when the passkey is registered.
    const secret = readPasskeyPrfSecret(extensionResults)
    const { requestPasskeySecret: askPasskey } = await import('#web/lib/e2ee/keys/key-passkey.ts')
    const answer = secret
      ? { credentialId: id, secret }
      : extensionResults.prf?.enabled && (await askPasskey([id]))
    return answer ? await wrapKeys(userId, answer, proof) : 'unfit'
  } catch {
    // Without the PRF secret, the new passkey only signs in, and another method can unlock the encryption keys.
    return 'none'
  }
}

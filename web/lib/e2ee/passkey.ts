// A passkey as a second way to one's keys: besides signing, it answers the same question with the same secret each
// time (the PRF extension of WebAuthn). Those made here are for that alone; `sign-in-passkey.ts` makes those that sign in, too.
import { type Bytes, decode, encode, toBytes } from '#shared/e2ee/encoding.ts'
import { appName } from '#web/lib/branding.ts'
import { KeyTrouble } from './key-trouble.ts'
import { question, secretIn } from './passkey-question.ts'

export interface PasskeyAnswer {
  credentialId: string
  secret: Bytes
}

/** As the browser lists it among one's passkeys. */
export interface PasskeyOwner {
  userId: number
  name: string
  fullName: string
}

const algorithms = [-8, -7, -257]

const challenge = () => crypto.getRandomValues(new Uint8Array(32))
const byId = (id: string) => ({ type: 'public-key' as const, id: decode(id) })

/** False only where it is certain; whether the answer really comes shows when it is asked for. */
export async function mayHavePasskey(): Promise<boolean> {
  if (!('PublicKeyCredential' in globalThis)) return false
  try {
    const abilities = await PublicKeyCredential.getClientCapabilities?.()
    return abilities?.['extension:prf'] !== false
  } catch {
    return true
  }
}

/** The browser says no more than this, also when somebody closed its window. */
async function ask(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const answer = await asking.catch(error => {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
    throw new KeyTrouble(isKnown ? 'passkey-known' : 'passkey-refused')
  })
  if (!answer) throw new KeyTrouble('passkey-refused')
  return answer as PublicKeyCredential
}

/** One of these answers. */
export async function askPasskey(credentialIds: string[]): Promise<PasskeyAnswer> {
  const credential = await ask(
    navigator.credentials.get({
      publicKey: {
        challenge: challenge(),
        allowCredentials: credentialIds.map(byId),
        userVerification: 'required',
        extensions: {
          prf: { evalByCredential: Object.fromEntries(credentialIds.map(id => [id, question])) },
        },
      },
    }),
  )
  const secret = secretIn(credential.getClientExtensionResults())
  if (!secret) throw new KeyTrouble('passkey-unfit')
  return { credentialId: encode(new Uint8Array(credential.rawId)), secret }
}

/** `known`: the passkeys there are; where one of them is at hand no second is made. */
export async function createPasskey(owner: PasskeyOwner, known: string[]): Promise<PasskeyAnswer> {
  const { userId, name, fullName } = owner
  const credential = await ask(
    navigator.credentials.create({
      publicKey: {
        challenge: challenge(),
        rp: { name: appName },
        // Not the name that a passkey for signing in would have: that one would be overwritten.
        user: { id: toBytes(`perantau/keys/${userId}`), name, displayName: fullName },
        pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key' as const, alg })),
        excludeCredentials: known.map(byId),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: question } },
      },
    }),
  )
  const credentialId = encode(new Uint8Array(credential.rawId))
  const secret = secretIn(credential.getClientExtensionResults())
  if (secret) return { credentialId, secret }
  if (!credential.getClientExtensionResults().prf?.enabled) throw new KeyTrouble('passkey-unfit')
  // Many can answer, but not in the moment they are made.
  return askPasskey([credentialId])
}

// Passkeys that unlock the user's encryption keys through the PRF extension of WebAuthn.
// For the same input, the PRF extension of a passkey always returns the same secret.
// Passkeys created by this module unlock keys but cannot sign in. Passkeys of `sign-in-passkey.ts` do both.
import { type Bytes, decodeBase64url, encodeBase64url, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { appName } from '#web/lib/document/branding.ts'
import { KeyError } from './key-error.ts'
import { prfInput, readPasskeyPrfSecret } from './passkey-prf.ts'

export interface PasskeySecret {
  credentialId: string
  secret: Bytes
}

/** Owner of a passkey: user id, and the names that the browser shows in its list of passkeys. */
export interface PasskeyOwner {
  userId: number
  name: string
  fullName: string
}

const algorithms = [-8, -7, -257]

const createPasskeyChallenge = () => crypto.getRandomValues(new Uint8Array(32))
const buildCredentialDescriptor = (id: string) => ({ type: 'public-key' as const, id: decodeBase64url(id) })

/** Returns false only if the browser certainly lacks the PRF extension. The authenticator may lack it in any case. */
export async function isPasskeyPrfPossiblySupported(): Promise<boolean> {
  if (!('PublicKeyCredential' in globalThis)) return false
  try {
    const capabilities = await PublicKeyCredential.getClientCapabilities?.()
    return capabilities?.['extension:prf'] !== false
  } catch {
    return true
  }
}

/** Runs a WebAuthn prompt. Browsers report the same error for a cancelled and for a failed prompt. */
async function runPasskeyPrompt(prompt: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await prompt.catch(error => {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
    throw new KeyError(isKnown ? 'passkey-known' : 'passkey-refused')
  })
  if (!credential) throw new KeyError('passkey-refused')
  return credential as PublicKeyCredential
}

/** Asks the user for one of the given passkeys and returns the secret that its PRF extension computes. */
export async function requestPasskeySecret(credentialIds: string[]): Promise<PasskeySecret> {
  const credential = await runPasskeyPrompt(
    navigator.credentials.get({
      publicKey: {
        challenge: createPasskeyChallenge(),
        allowCredentials: credentialIds.map(buildCredentialDescriptor),
        userVerification: 'required',
        extensions: {
          prf: { evalByCredential: Object.fromEntries(credentialIds.map(id => [id, prfInput])) },
        },
      },
    }),
  )
  const secret = readPasskeyPrfSecret(credential.getClientExtensionResults())
  if (!secret) throw new KeyError('passkey-unfit')
  return { credentialId: encodeBase64url(new Uint8Array(credential.rawId)), secret }
}

/** Creates a passkey. Authenticators that already have one of the passkeys in `known` refuse. */
export async function createPasskeyThatUnlocksKeys(
  owner: PasskeyOwner,
  known: string[],
): Promise<PasskeySecret> {
  const { userId, name, fullName } = owner
  const credential = await runPasskeyPrompt(
    navigator.credentials.create({
      publicKey: {
        challenge: createPasskeyChallenge(),
        rp: { name: appName },
        /**
         * The user handle differs from that of the sign-in passkey, because an equal handle would overwrite that
         * passkey.
         */
        user: { id: encodeUtf8(`perantau/keys/${userId}`), name, displayName: fullName },
        pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key' as const, alg })),
        excludeCredentials: known.map(buildCredentialDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: prfInput } },
      },
    }),
  )
  const credentialId = encodeBase64url(new Uint8Array(credential.rawId))
  const secret = readPasskeyPrfSecret(credential.getClientExtensionResults())
  if (secret) return { credentialId, secret }
  if (!credential.getClientExtensionResults().prf?.enabled) throw new KeyError('passkey-unfit')
  // Many authenticators return the PRF secret only at a later prompt, not when the passkey is created.
  return requestPasskeySecret([credentialId])
}

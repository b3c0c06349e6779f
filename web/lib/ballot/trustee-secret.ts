// A trustee's secret of one key ceremony in its slot on the server: encrypted to the trustee's own keys and signed.
import * as z from 'zod/mini'
import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { isSignedBy } from '#shared/e2ee/signed-text.ts'
import { loadCurves } from '#web/lib/e2ee/crypto/curves.ts'
import { getEncryptionKeyPair, type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'

const trusteeSecret = z.strictObject({
  /** Seed from which all secrets of the ceremony follow. */
  seed: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{22}$/)),
  /** Own certificate, so that another one in the trustee's name is noticed. */
  certificate: z.string(),
  /** SHA-256 of the list of certificates for which the polynomial was made. */
  certificates: z.optional(z.string()),
  /** SHA-256 of the only tally that this trustee decrypts. */
  decryptedTally: z.optional(z.string()),
})
export type TrusteeSecret = z.infer<typeof trusteeSecret>

const contextOf = (userId: number, ceremonyId: string) => `perantau/share/1 ${userId} ${ceremonyId}`

export async function encryptSecret(
  identity: Identity,
  ceremonyId: string,
  secret: TrusteeSecret,
): Promise<string> {
  const { seal } = await loadCurves()
  const { userId, box } = identity.card
  const context = contextOf(userId, ceremonyId)
  const plaintext = encodeUtf8(JSON.stringify(secret))
  const ciphertext = encodeBase64url(await seal(decodeBase64url(box), plaintext, encodeUtf8(context)))
  const { sig } = await signText(identity.sign, 'share', `${context} ${ciphertext}`)
  return `${ciphertext}.${sig}`
}

/** Decrypts the secret with the current keys or, after a renewal, with earlier ones. Undefined: it is not readable. */
export async function decryptSecret(
  identity: Identity,
  ceremonyId: string,
  blob: string,
): Promise<TrusteeSecret | undefined> {
  const { open, verify } = await loadCurves()
  const [ciphertext = '', sig = ''] = blob.split('.')
  const context = contextOf(identity.card.userId, ceremonyId)
  for (const keys of [identity, ...(identity.older ?? [])]) {
    if (!(await isSignedBy(verify, keys.card.sign, 'share', { body: `${context} ${ciphertext}`, sig })))
      continue
    try {
      const pair = getEncryptionKeyPair(keys)
      const plaintext = await open(pair, decodeBase64url(ciphertext), encodeUtf8(context))
      return trusteeSecret.parse(JSON.parse(decodeUtf8(plaintext)))
    } catch {
      return undefined
    }
  }
  return undefined
}

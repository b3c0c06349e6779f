// A trustee's secret for one key ceremony, which the server stores encrypted to the trustee's own keys and signed.
import * as z from 'zod/mini'
import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { isTextSignedBy } from '#shared/e2ee/signed-text.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { getEncryptionKeyPair, type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'

const trusteeSecret = z.strictObject({
  /** Secret seed of the trustee, from which all secrets of the key ceremony are derived. */
  seed: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{22}$/)),
  /** Certificate made by this trustee. It reveals when the server shows another one in its place. */
  certificate: z.string(),
  /** SHA-256 of the list of trustee certificates for which this trustee's polynomial was created. */
  certificates: z.optional(z.string()),
  /** SHA-256 of the encrypted tally. The trustee decrypts no other tally. */
  decryptedTally: z.optional(z.string()),
})
export type TrusteeSecret = z.infer<typeof trusteeSecret>

/** Text whose signature prevents that an old copy of a trustee's secret is presented as a newer version. */
const buildTrusteeSecretContext = (userId: number, ceremonyId: string, version: number) =>
  `perantau/share/2 ${userId} ${ceremonyId} ${version}`

export async function encryptTrusteeSecret(
  identity: Identity,
  ceremonyId: string,
  version: number,
  secret: TrusteeSecret,
): Promise<string> {
  const { seal } = await loadEllipticCurveImplementation()
  const { userId, box } = identity.card
  const context = buildTrusteeSecretContext(userId, ceremonyId, version)
  const plaintext = encodeUtf8(JSON.stringify(secret))
  const ciphertext = encodeBase64url(await seal(decodeBase64url(box), plaintext, encodeUtf8(context)))
  const { sig } = await signText(identity.sign, 'share', `${context} ${ciphertext}`)
  return `${ciphertext}.${sig}`
}

/**
 * Decrypts the secret with the current keys or, after a renewal, with earlier keys; undefined if neither can decrypt
 * it.
 */
export async function decryptTrusteeSecret(
  identity: Identity,
  ceremonyId: string,
  version: number,
  blob: string,
): Promise<TrusteeSecret | undefined> {
  const { open, verify } = await loadEllipticCurveImplementation()
  const [ciphertext = '', sig = ''] = blob.split('.')
  const context = buildTrusteeSecretContext(identity.card.userId, ceremonyId, version)
  for (const keys of [identity, ...(identity.older ?? [])]) {
    if (!(await isTextSignedBy(verify, keys.card.sign, 'share', { body: `${context} ${ciphertext}`, sig })))
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

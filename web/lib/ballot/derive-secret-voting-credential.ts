import { deriveCredentialFromBytes } from '#shared/ballot/credential.ts'
import { encodeUtf8 } from '#shared/e2ee/encoding.ts'

/** Derives the secret voting credential for one election from the user's non-extractable ballot key. */
export async function deriveSecretVotingCredential(
  ballotKey: CryptoKey,
  electionUuid: string,
): Promise<bigint> {
  const info = encodeUtf8(`perantau/credential/1 ${electionUuid}`)
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  return deriveCredentialFromBytes(new Uint8Array(await crypto.subtle.deriveBits(algorithm, ballotKey, 512)))
}

import { type DecodedToken, verifyCardTokenOffline } from '#shared/cards/card-token.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { readCachedCardPublicKeys, refreshCardPublicKeys } from './card-public-keys.ts'

export type OfflineCardVerdict = Awaited<ReturnType<typeof verifyCardTokenOffline>>

/** Loads the code for card verification and the newest public keys, so that verification works without a network. */
export function preloadOfflineCardVerification(): void {
  void loadEllipticCurveImplementation().catch(() => {})
  void refreshCardPublicKeys()
}

/**
 * Verifies a membership card's token on this device, without asking the server. If the signing key is unknown, fetches
 * the newest public keys first. `keysFrom` is the time at which the keys were fetched.
 */
export async function verifyCardOffline(
  read: DecodedToken,
): Promise<{ verdict: OfflineCardVerdict; keysFrom?: number }> {
  const { verify } = await loadEllipticCurveImplementation()
  const verifyWith = async (known: ReturnType<typeof readCachedCardPublicKeys>) =>
    known ? verifyCardTokenOffline(verify, known.keys, read, Date.now()) : 'unsure'
  let known = readCachedCardPublicKeys()
  let verdict = await verifyWith(known)
  if (verdict === 'unsure') {
    known = await refreshCardPublicKeys()
    verdict = await verifyWith(known)
  }
  return { verdict, keysFrom: known?.at }
}

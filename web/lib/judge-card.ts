import { judgeToken, type Read } from '#shared/card-token.ts'
import { loadCurves } from './e2ee/curves.ts'
import { knownKeys, refreshKeys } from './known-keys.ts'

export type HereVerdict = Awaited<ReturnType<typeof judgeToken>>

/** Loads the verification code and the newest public keys, so that cards can be verified without a network. */
export function prepareToJudge(): void {
  void loadCurves().catch(() => {})
  void refreshKeys()
}

/**
 * Verifies a membership card's token on this device, without asking the server for a verdict.
 * When the signing key is unknown, the newest public keys are fetched first.
 * `keysFrom` is the timestamp at which the keys were fetched.
 */
export async function judgeHere(read: Read): Promise<{ verdict: HereVerdict; keysFrom?: number }> {
  const { verify } = await loadCurves()
  const verifyWith = async (known: ReturnType<typeof knownKeys>) =>
    known ? judgeToken(verify, known.keys, read, Date.now()) : 'unsure'
  let known = knownKeys()
  let verdict = await verifyWith(known)
  if (verdict === 'unsure') {
    known = await refreshKeys()
    verdict = await verifyWith(known)
  }
  return { verdict, keysFrom: known?.at }
}

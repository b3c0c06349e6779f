import { judgeToken, type Read } from '#shared/card-token.ts'
import { loadCurves } from './e2ee/curves.ts'
import { knownKeys, refreshKeys } from './known-keys.ts'

export type HereVerdict = Awaited<ReturnType<typeof judgeToken>>

/** Loads the verification code and the newest keys, so that `judgeHere` works after the network is gone. */
export function prepareToJudge(): void {
  void loadCurves().catch(() => {})
  void refreshKeys()
}

/** By this device alone. A key that is not known here may be newer than what is. `keysFrom`: how old they are. */
export async function judgeHere(read: Read): Promise<{ verdict: HereVerdict; keysFrom?: number }> {
  const { verify } = await loadCurves()
  const judge = async (known: ReturnType<typeof knownKeys>) =>
    known ? judgeToken(verify, known.keys, read, Date.now()) : 'unsure'
  let known = knownKeys()
  let verdict = await judge(known)
  if (verdict === 'unsure') {
    known = await refreshKeys()
    verdict = await judge(known)
  }
  return { verdict, keysFrom: known?.at }
}

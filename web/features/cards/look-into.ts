import { judgeToken, readToken, type Said, type Verdict } from '#shared/card-token.ts'
import { checkToken } from '#shared/contracts/cards.endpoints.ts'
import { call } from '#web/lib/api.ts'
import { loadCurves } from '#web/lib/e2ee/curves.ts'
import { knownKeys, refreshKeys } from './known-keys.ts'

export interface Look {
  verdict: Verdict
  /** What it says, where it is one of ours. */
  said?: Said
  /** When the server said so; left out: it could not be asked. */
  checkedAt?: string
  /** Of when the keys are that were used instead. */
  keysFrom?: number
}

/** By this device alone. A key that is not known here may be newer than what is. */
async function judgeHere(read: NonNullable<ReturnType<typeof readToken>>): Promise<Look> {
  const { verify } = await loadCurves()
  const judge = async (known: ReturnType<typeof knownKeys>) =>
    known ? judgeToken(verify, known.keys, read, Date.now()) : 'unsure'
  let known = knownKeys()
  let verdict = await judge(known)
  if (verdict === 'unsure') {
    known = await refreshKeys()
    verdict = await judge(known)
  }
  return { verdict, said: read.said, keysFrom: known?.at }
}

/** First what can be told here, then whether it still stands. */
export async function lookInto(scanned: string): Promise<Look> {
  const read = readToken(scanned)
  if (!read) return { verdict: 'foreign' }
  const here = await judgeHere(read)
  try {
    const { verdict, checkedAt } = await call(checkToken, { body: { token: read.token } })
    return { ...here, verdict, checkedAt }
  } catch {
    return here
  }
}

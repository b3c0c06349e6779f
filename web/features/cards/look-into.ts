import { readToken, type Said, type Verdict } from '#shared/card-token.ts'
import { checkToken } from '#shared/contracts/cards.endpoints.ts'
import { call } from '#web/lib/api.ts'
import { judgeHere } from '#web/lib/judge-card.ts'

export interface Look {
  verdict: Verdict
  /** What it says, where it is one of ours. */
  said?: Said
  /** When the server said so; left out: it could not be asked. */
  checkedAt?: string
  /** Of when the keys are that were used instead. */
  keysFrom?: number
}

/** First what can be told here, then whether it still stands. */
export async function lookInto(scanned: string): Promise<Look> {
  const read = readToken(scanned)
  if (!read) return { verdict: 'foreign' }
  const here = { ...(await judgeHere(read)), said: read.said }
  try {
    const { verdict, checkedAt } = await call(checkToken, { body: { token: read.token } })
    return { ...here, verdict, checkedAt }
  } catch {
    return here
  }
}

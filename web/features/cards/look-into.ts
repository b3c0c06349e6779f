import { readToken, type Said, type Verdict } from '#shared/card-token.ts'
import { checkToken } from '#shared/contracts/cards.endpoints.ts'
import { call } from '#web/lib/api.ts'
import { judgeHere } from '#web/lib/judge-card.ts'

export interface Look {
  verdict: Verdict
  /** Data encoded in the scanned token; undefined if it is not a token of this system. */
  payload?: Said
  /** Time of the server's check; undefined if the server could not be reached. */
  checkedAt?: string
  /** Time at which the cached public keys were fetched, for an offline check. */
  keysFrom?: number
}

/** Verifies a scanned code: first the signature on the device, then on the server whether it is still valid. */
export async function lookInto(scanned: string): Promise<Look> {
  const decoded = readToken(scanned)
  if (!decoded) return { verdict: 'foreign' }
  const offlineResult = { ...(await judgeHere(decoded)), payload: decoded.said }
  try {
    const { verdict, checkedAt } = await call(checkToken, { body: { token: decoded.token } })
    return { ...offlineResult, verdict, checkedAt }
  } catch {
    return offlineResult
  }
}

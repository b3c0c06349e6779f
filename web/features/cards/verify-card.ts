import { decodeToken, type TokenPayload, type TokenVerdict } from '#shared/cards/card-token.ts'
import { checkToken } from '#shared/contracts/cards/cards.endpoints.ts'
import { verifyCardOffline } from '#web/lib/cards/verify-card-offline.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

export interface VerificationResult {
  verdict: TokenVerdict
  /** Data encoded in the scanned token; undefined if it is not a token of this system. */
  payload?: TokenPayload
  /** Time of the server's check; undefined if the server could not be reached. */
  checkedAt?: string
  /** Time at which the cached public keys were fetched, for an offline check. */
  keysFrom?: number
}

/** Verifies a scanned code: first the signature on the device, then on the server whether it is still valid. */
export async function verifyCard(scanned: string): Promise<VerificationResult> {
  const decoded = decodeToken(scanned)
  if (!decoded) return { verdict: 'foreign' }
  const offlineResult = { ...(await verifyCardOffline(decoded)), payload: decoded.payload }
  try {
    const { verdict, checkedAt } = await callEndpoint(checkToken, { body: { token: decoded.token } })
    return { ...offlineResult, verdict, checkedAt }
  } catch {
    return offlineResult
  }
}

import { decodeCardToken, type TokenPayload, type TokenVerdict } from '#shared/cards/card-token.ts'
import { checkToken } from '#shared/contracts/cards/cards.endpoints.ts'
import { verifyCardOffline } from '#web/lib/cards/verify-card-offline.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

export interface VerificationResult {
  verdict: TokenVerdict
  /** Data in the code of a card or certificate; undefined if the code was not issued by this system. */
  payload?: TokenPayload
  /** Time at which the server checked the card or certificate; undefined if the server was unreachable. */
  checkedAt?: string
  /** Time at which the cached public keys were fetched, for a card verified offline. */
  keysFrom?: number
}

/** Verifies the code of a card or certificate: first its signature on the device, then its validity on the server. */
export async function verifyCardOrCertificate(scanned: string): Promise<VerificationResult> {
  const decoded = decodeCardToken(scanned)
  if (!decoded) return { verdict: 'foreign' }
  const offlineResult = { ...(await verifyCardOffline(decoded)), payload: decoded.payload }
  try {
    const { verdict, checkedAt } = await callEndpoint(checkToken, { body: { token: decoded.token } })
    return { ...offlineResult, verdict, checkedAt }
  } catch {
    return offlineResult
  }
}

// Names of group members, verified by the members' own signatures, so that the server cannot rename anybody.
import { findCards } from '#shared/contracts/keys/keys.endpoints.ts'
import { verifySignedUserName } from '#shared/e2ee/name-statement.ts'
import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

/** Maximum number of users in one request for signed names. */
const batchSize = 100
/** Users whose names were already requested on this page. A reload of the page requests the names again. */
const requestedIds = new Set<number>()

export async function fetchSignedUserNames(trust: Trust, userIds: number[]): Promise<void> {
  const newIds = userIds.filter(userId => !requestedIds.has(userId) && trust.getPin(userId))
  if (newIds.length === 0) return
  const { verify } = await loadEllipticCurveImplementation()
  for (let at = 0; at < newIds.length; at += batchSize) {
    const batch = newIds.slice(at, at + batchSize)
    for (const userId of batch) requestedIds.add(userId)
    const rows = await callEndpoint(findCards, { query: { ids: batch.join(',') } })
    for (const { card, name } of rows) {
      const pin = trust.getPin(card.userId)
      // The signature of a name is checked with the pinned (known) keys, because the response could contain false keys.
      const statement =
        name && pin && hasSamePublicKeys(pin.card, card)
          ? await verifySignedUserName(pin.card, name, verify)
          : undefined
      if (statement) await trust.recordName(card.userId, statement)
    }
  }
}

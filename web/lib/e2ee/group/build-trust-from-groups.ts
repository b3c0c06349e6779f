import { getRosterHead, getRosterLength, listMembersAt } from '#shared/e2ee/roster.ts'
import { emptyTrustRecord, mergeTrust, type TrustRecord } from '#web/lib/e2ee/trust/trust-record.ts'
import type { StoredGroup } from './group-ports.ts'

/** Builds a trust record from verified rosters, for devices that were set up before pins existed. */
export function buildTrustFromGroups(
  groups: { groupId: number; kept: Pick<StoredGroup, 'roster' | 'epochs'> }[],
): TrustRecord {
  let all = emptyTrustRecord
  for (const { groupId, kept } of groups) {
    const { roster, epochs } = kept
    if (!roster) continue
    const last = epochs.at(-1)
    const mark = {
      seq: getRosterLength(roster),
      head: getRosterHead(roster),
      n: last?.n ?? 0,
      eid: last?.eid ?? '',
    }
    const pins = listMembersAt(roster).map(({ card }) => [card.userId, { card, since: Date.now() }] as const)
    all = mergeTrust(all, {
      ...emptyTrustRecord,
      pins: Object.fromEntries(pins),
      groups: { [groupId]: mark },
    })
  }
  return all
}

// Log of an encrypted group: entries of its roster (signed member list) and headers of its epochs (group keys).
// Entries of the member list and headers of epochs (group keys) are verified in the order of their creation.
// Each member list entry is verified against earlier epochs (group keys), which may exclude its signer.
import { type EpochHeader, type EpochPosition, parseGroupKeyHeader, verifyGroupKeyHeader } from './epoch.ts'
import { getRosterLength, type Roster, throwRosterError, verifyAndAppendMembershipChange } from './roster.ts'
import type { Signed, VerifySignature } from './signed-text.ts'

export interface GroupLog {
  roster?: Roster
  /** Number, id and roster entry of the newest verified epoch (group key). Verification resumes after it. */
  epoch?: EpochPosition
}

export interface AcceptedEpoch {
  header: EpochHeader
  eid: string
}

/**
 * Verifies and appends new entries of the roster (signed member list) and headers of epochs (group keys), oldest first.
 * Throws a RosterError if one is invalid.
 */
export async function verifyAndAppendMembershipChangesAndKeys(
  log: GroupLog,
  entries: Signed[],
  headers: Signed[],
  groupId: number,
  verify: VerifySignature,
): Promise<{ log: GroupLog; taken: AcceptedEpoch[] }> {
  let { roster, epoch } = log
  const remaining = [...entries]
  const accepted: AcceptedEpoch[] = []
  const applyEntriesUntil = async (until: number) => {
    while ((roster ? getRosterLength(roster) : 0) < until) {
      const entry = remaining.shift()
      if (!entry) return
      roster = await verifyAndAppendMembershipChange(roster, entry, groupId, verify)
    }
  }
  for (const signedHeader of headers) {
    await applyEntriesUntil(parseGroupKeyHeader(signedHeader.body).headSeq)
    if (!roster) throwRosterError('no-genesis')
    const checked = await verifyGroupKeyHeader(roster, signedHeader, epoch, verify)
    const { header, eid } = checked
    roster = checked.roster
    epoch = { n: header.n, eid, headSeq: header.headSeq }
    accepted.push({ header, eid })
  }
  await applyEntriesUntil(Number.POSITIVE_INFINITY)
  return { log: { ...(roster && { roster }), ...(epoch && { epoch }) }, taken: accepted }
}

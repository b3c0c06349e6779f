// Log of an encrypted group: its roster entries and its epoch headers, verified in the order of their creation.
// Each roster entry is verified against the epochs before it, because excluded members may not sign entries.
import { checkEpoch, type EpochHeader, type EpochPlace, readHeader } from './epoch.ts'
import { applyEntry, type Roster, refuse, seqOf } from './roster.ts'
import type { Signed, Verify } from './signed.ts'

export interface GroupLog {
  roster?: Roster
  /** Position of the newest epoch. */
  epoch?: EpochPlace
}

export interface TakenEpoch {
  header: EpochHeader
  eid: string
}

/** Verifies and appends new roster entries and epoch headers, oldest first. Throws a RosterError if one is invalid. */
export async function applyLog(
  log: GroupLog,
  entries: Signed[],
  headers: Signed[],
  groupId: number,
  verify: Verify,
): Promise<{ log: GroupLog; taken: TakenEpoch[] }> {
  let { roster, epoch } = log
  const remaining = [...entries]
  const accepted: TakenEpoch[] = []
  const applyEntriesUntil = async (until: number) => {
    while ((roster ? seqOf(roster) : 0) < until) {
      const entry = remaining.shift()
      if (!entry) return
      roster = await applyEntry(roster, entry, groupId, verify)
    }
  }
  for (const signedHeader of headers) {
    await applyEntriesUntil(readHeader(signedHeader.body).headSeq)
    if (!roster) refuse('no-genesis')
    const checked = await checkEpoch(roster, signedHeader, epoch, verify)
    const { header, eid } = checked
    roster = checked.roster
    epoch = { n: header.n, eid, headSeq: header.headSeq }
    accepted.push({ header, eid })
  }
  await applyEntriesUntil(Number.POSITIVE_INFINITY)
  return { log: { ...(roster && { roster }), ...(epoch && { epoch }) }, taken: accepted }
}

// A group's two chains as one: who may read, and which keys there were. Each entry is judged by the epochs that were
// made before it, because whoever was left out of one runs nothing any more.
import { checkEpoch, type EpochHeader, type EpochPlace, readHeader } from './epoch.ts'
import { applyEntry, type Roster, refuse, seqOf } from './roster.ts'
import type { Signed, Verify } from './signed.ts'

export interface GroupLog {
  roster?: Roster
  /** The newest. */
  epoch?: EpochPlace
}

export interface TakenEpoch {
  header: EpochHeader
  eid: string
}

/** Both lists go on from where the log is, oldest first. Throws a RosterError where either does not hold. */
export async function applyLog(
  log: GroupLog,
  entries: Signed[],
  headers: Signed[],
  groupId: number,
  verify: Verify,
): Promise<{ log: GroupLog; taken: TakenEpoch[] }> {
  let { roster, epoch } = log
  const waiting = [...entries]
  const taken: TakenEpoch[] = []
  const takeEntries = async (until: number) => {
    while ((roster ? seqOf(roster) : 0) < until) {
      const one = waiting.shift()
      if (!one) return
      roster = await applyEntry(roster, one, groupId, verify)
    }
  }
  for (const one of headers) {
    await takeEntries(readHeader(one.body).headSeq)
    if (!roster) refuse('no-genesis')
    const checked = await checkEpoch(roster, one, epoch, verify)
    const { header, eid } = checked
    roster = checked.roster
    epoch = { n: header.n, eid, headSeq: header.headSeq }
    taken.push({ header, eid })
  }
  await takeEntries(Number.POSITIVE_INFINITY)
  return { log: { ...(roster && { roster }), ...(epoch && { epoch }) }, taken }
}

import type { SignedIn } from '#server/context.ts'
import { badInput, conflict } from '#server/errors.ts'
import { requireGroup } from '#server/features/chat/groups.service.ts'
import { lockGroup } from '#server/features/chat/lock-group.queries.ts'
import { RosterError } from '#shared/e2ee/roster.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** With thousands of readers, any of whom can pass on what is said, it would be decoration. */
export function refuseNeverEncrypted({ type }: { type: string }): void {
  if (type === 'country' || type === 'global') throw conflict('never_encrypted')
}

/** One's own and open, held until the transaction ends: rosters and epochs grow one step after the other. */
export async function holdGroup(tx: SignedIn, id: number) {
  await lockGroup(tx.db, id)
  const group = await requireGroup(tx, id)
  refuseNeverEncrypted(group)
  if (!group.isActive) throw conflict('group_closed')
  return group
}

/** What somebody is told whose words do not fit the chain, by reason; anything else is nonsense. */
const refusals: Record<string, ErrorCode> = {
  'chain-broken': 'roster_moved',
  'too-many': 'group_full',
  'epoch-of-another-roster': 'roster_moved',
  'epoch-out-of-turn': 'stale-epoch',
}

export async function checked<T>(work: Promise<T>): Promise<T> {
  return work.catch(error => {
    if (!(error instanceof RosterError)) throw error
    const code = refusals[error.message]
    throw code ? conflict(code) : badInput()
  })
}

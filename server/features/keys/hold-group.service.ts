import { eq } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { badInput, conflict, forbidden } from '#server/errors.ts'
import { requireGroup } from '#server/features/chat/groups.service.ts'
import { lockGroup } from '#server/features/chat/lock-group.queries.ts'
import { RosterError } from '#shared/e2ee/roster.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { can } from '#shared/policies.ts'
import { findActiveMembers } from './cards.queries.ts'

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

export type HeldGroup = Awaited<ReturnType<typeof holdGroup>>

/** By the group's own rules: of a club whoever runs the club, of a group that people made whoever runs that. */
export async function requireRunner({ db, actor }: SignedIn, group: HeldGroup): Promise<void> {
  const { type, clubId, directKey, role } = group
  if (directKey !== null) throw forbidden()
  if (type !== 'club') {
    if (role === 'member') throw forbidden('not_group_owner')
    return
  }
  const [club] = await db
    .select({ id: clubs.id, country: clubs.country })
    .from(clubs)
    .where(eq(clubs.id, clubId ?? 0))
  if (!club || !can(actor, 'groups.encrypt', { club })) throw forbidden()
}

/** Taking out somebody who is still in the group is for those who run it; whoever has left it is only written off. */
export async function requireRightToRemove(tx: SignedIn, group: HeldGroup, userIds: number[]): Promise<void> {
  const others = userIds.filter(userId => userId !== tx.actor.id)
  if (others.length === 0) return
  const there = await findActiveMembers(tx.db, group.id, { among: others })
  if (there.length > 0) await requireRunner(tx, group)
}

/** What somebody is told whose words do not fit the chain, by reason; anything else is nonsense. */
const refusals: Record<string, ErrorCode> = {
  'chain-broken': 'roster_moved',
  'entry-outdated': 'roster_moved',
  'too-many': 'group_full',
  'epoch-of-another-roster': 'roster_moved',
  'epoch-out-of-turn': 'stale-epoch',
  'epoch-outdated': 'stale-epoch',
  'epoch-lets-back-in': 'roster_moved',
}

export async function checked<T>(work: Promise<T>): Promise<T> {
  return work.catch(error => {
    if (!(error instanceof RosterError)) throw error
    const code = refusals[error.message]
    throw code ? conflict(code) : badInput()
  })
}

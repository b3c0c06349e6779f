import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { mostMembers, type NewGroupBody } from '#shared/contracts/chat.ts'
import { fieldTexts } from '#shared/errors.ts'
import type { Actor } from '#shared/policies.ts'
import { isBlockedBetween, isBlockedBySome } from './blocks.service.ts'
import { whomOneMayFind } from './whom-one-may-find.queries.ts'

/**
 * Active people whom this person may find, each once; one who is not spoils the lot. Held until the transaction ends:
 * whoever is just leaving for good has left all their groups already, and would be in this one for ever.
 */
export async function requirePeople({ db, actor }: SignedIn, ids: number[]): Promise<number[]> {
  const wanted = [...new Set(ids)].filter(id => id !== actor.id)
  if (wanted.length === 0) return []
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, wanted),
        eq(users.status, 'active'),
        isNull(users.erasedAt),
        whomOneMayFind(actor),
      ),
    )
    .orderBy(asc(users.id))
    .for('share')
  if (found.length < wanted.length) throw notFound()
  // A group of a few would be a conversation with somebody who does not want one.
  if (await isBlockedBySome(db, actor.id, wanted)) throw conflict('cannot_add')
  return wanted
}

/** Encrypted from the first word on, so that nothing plain is ever said in it. */
async function createCustomGroup(tx: SignedIn, name: string, memberIds: number[]): Promise<number> {
  const { db, actor } = tx
  const people = await requirePeople(tx, memberIds)
  if (people.length === 0) throw badInput({ memberIds: fieldTexts.nobodyChosen })
  if (people.length >= mostMembers) throw conflict('group_full')
  const [group] = await db
    .insert(messageGroups)
    .values({ name, type: 'custom', createdBy: actor.id, encrypted: true })
    .returning()
  if (!group) throw new Error('the group was not made')
  await db
    .insert(groupMembers)
    .values([
      { groupId: group.id, userId: actor.id, role: 'owner' },
      ...people.map(userId => ({ groupId: group.id, userId })),
    ])
  await recordCreation(tx, group.id, people, { members: people.join(',') })
  return group.id
}

/** Those who were chosen for a group hear of it. */
export function invitation(actor: Actor, groupId: number, users: number[]) {
  return { users, kind: 'group.invited' as const, params: { userId: actor.id, groupId } }
}

/** Whom somebody talks to in private is not for the trail; that a conversation was begun is. */
async function recordCreation(
  tx: SignedIn,
  id: number,
  others: number[],
  details: { members?: string; direct?: true },
) {
  const { actor } = tx
  await recordEvent(tx, {
    kind: 'group.created',
    details,
    target: { type: 'group', id, country: actor.currentCountry },
    // A conversation of two announces itself with its first word.
    ...(!details.direct && { notify: invitation(actor, id, others) }),
    touches: { topics: ['groups'], to: { users: [actor.id] } },
  })
}

/** The key sees to it that there is one of it, also when both begin at the same moment. Encrypted like a new group. */
async function openConversation(tx: SignedIn, peerId: number) {
  const { db, actor } = tx
  if (peerId === actor.id) throw badInput({ memberIds: fieldTexts.choseOneself })
  const directKey = [actor.id, peerId].sort((a, b) => a - b).join(':')
  const existing = () =>
    db.select({ id: messageGroups.id }).from(messageGroups).where(eq(messageGroups.directKey, directKey))
  const [before] = await existing()
  if (before) return { id: before.id, isNew: false }
  if (await isBlockedBetween(db, actor.id, peerId)) throw conflict('blocked')
  await requirePeople(tx, [peerId])
  const [group] = await db
    .insert(messageGroups)
    .values({ name: 'Perbualan peribadi', type: 'custom', createdBy: actor.id, directKey, encrypted: true })
    .onConflictDoNothing()
    .returning()
  if (!group) {
    const [other] = await existing()
    if (!other) throw conflict()
    return { id: other.id, isNew: false }
  }
  await db.insert(groupMembers).values([actor.id, peerId].map(userId => ({ groupId: group.id, userId })))
  await recordCreation(tx, group.id, [peerId], { direct: true })
  return { id: group.id, isNew: true }
}

export async function createGroup(
  context: SignedIn,
  { name = '', direct, memberIds }: NewGroupBody,
): Promise<{ id: number; isNew: boolean }> {
  return context.transaction(async tx => {
    if (direct) return openConversation(tx, memberIds[0] as number)
    return { id: await createCustomGroup(tx, name, memberIds), isNew: true }
  })
}

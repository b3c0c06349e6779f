// Per-member group preferences (mute, pin) and pinned messages, which group managers set for all members.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { groupMembers, messagePins, messages } from '#server/db/schema/chat.ts'
import { badInput, conflict, forbidden, notFound } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import {
  type GroupSettingsBody,
  type MuteDuration,
  maxPinnedMessages,
  type PinBody,
} from '#shared/contracts/chat/chat.schemas.ts'
import { canManageChatGroup } from '#shared/policies.ts'
import { getGroup } from './groups.service.ts'
import { lockGroupRow } from './lock-group-row.queries.ts'

const muteEnds = {
  hour: sql`now() + interval '1 hour'`,
  'eight-hours': sql`now() + interval '8 hours'`,
  // A date in the far future stands for an unlimited mute, so that queries can compare it like any other date.
  always: sql`timestamptz '9999-12-31 00:00:00+00'`,
} satisfies Record<MuteDuration, unknown>

export async function updateOwnGroupPreferences(
  context: SignedInContext,
  id: number,
  { mute, isPinned }: GroupSettingsBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const changed = await db
      .update(groupMembers)
      .set({
        ...(mute !== undefined && { mutedUntil: mute && muteEnds[mute] }),
        ...(isPinned !== undefined && { isPinned }),
      })
      .where(and(eq(groupMembers.groupId, id), eq(groupMembers.userId, actor.id)))
      .returning({ id: groupMembers.id })
    if (changed.length === 0) throw notFound()
    await invalidateClientCache(tx, { topics: ['groups'], to: { users: [actor.id] } })
  })
}

/** Pins or unpins a message. The group lock keeps concurrent requests from exceeding the limit of pinned messages. */
export async function pinMessage(
  context: SignedInContext,
  id: number,
  { seq, isPinned, seal }: PinBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await lockGroupRow(db, id)
    const group = await getGroup(tx, id)
    if (!canManageChatGroup(actor, group)) throw forbidden('not_group_owner')
    if (!group.isActive) throw conflict('group_closed')
    if (seal && !group.encrypted) throw badInput()
    const [message] = await db
      .select({ id: messages.id })
      .from(messages)
      .where(
        and(
          eq(messages.groupId, id),
          eq(messages.seq, seq),
          isNull(messages.hiddenFor),
          isNull(messages.deletedAt),
        ),
      )
    if (!message) throw notFound()
    const changed = isPinned
      ? await db
          .insert(messagePins)
          .values({ messageId: message.id, groupId: id, ...(seal && { seal: { ...seal, by: actor.id } }) })
          .onConflictDoNothing()
          .returning({ id: messagePins.messageId })
      : await db
          .delete(messagePins)
          .where(eq(messagePins.messageId, message.id))
          .returning({ id: messagePins.messageId })
    if (changed.length === 0) return
    if ((await db.$count(messagePins, eq(messagePins.groupId, id))) > maxPinnedMessages)
      throw conflict('too_many_pins')
    await recordAuditEvent(tx, {
      kind: 'group.pins_changed',
      details: { messageId: message.id, isPinned },
      target: { type: 'group', id, country: actor.currentCountry },
      touches: { topics: ['groups'], to: { group: id } },
    })
  })
}

// Tests of per-member group preferences, pinned messages and group administrators.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups, messagePins, messages } from '#server/db/schema/chat.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildClub } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { lockGroupRow } from './lock-group-row.queries.ts'

const target = setUpApp()
const getDatabase = () => target.database.db

async function setUpGroup() {
  const [owner, member, other] = [await target.asNew(), await target.asNew(), await target.asNew()]
  const id = await createChatGroup(getDatabase(), [owner.user, member.user, other.user])
  return { owner, member, other, id }
}

type Person = Awaited<ReturnType<typeof target.asNew>>
const findGroupRow = async (person: Person, id: number) =>
  ((await person.call('GET', '/api/groups')).json() as GroupRow[]).find(group => group.id === id)

async function insertMessages(id: number, { user }: Person, count: number): Promise<void> {
  await getDatabase()
    .insert(messages)
    .values(
      Array.from({ length: count }, (_, n) => ({
        groupId: id,
        seq: n + 1,
        senderId: user.id,
        content: `${n}`,
      })),
    )
  await getDatabase().update(messageGroups).set({ lastSeq: count }).where(eq(messageGroups.id, id))
}

describe('PUT /api/groups/:id/place', () => {
  test('a member can mute a group and pin it to the top without affecting other members', async () => {
    const { owner, member, id } = await setUpGroup()
    const newer = await createChatGroup(getDatabase(), [member.user])
    const savePreferences = (body: object) => member.call('PUT', `/api/groups/${id}/place`, body)
    const readMutedHours = async () =>
      Math.round((Date.parse((await findGroupRow(member, id))?.mutedUntil ?? '') - Date.now()) / 3_600_000)
    expect((await savePreferences({ mute: 'hour' })).statusCode).toBe(204)
    expect(await readMutedHours()).toBe(1)
    await savePreferences({ mute: 'eight-hours' })
    expect(await readMutedHours()).toBe(8)
    await savePreferences({ mute: 'always' })
    expect(await readMutedHours()).toBeGreaterThan(24 * 365)
    expect(await findGroupRow(owner, id)).toMatchObject({ mutedUntil: null, isPinned: false })
    await getDatabase()
      .update(groupMembers)
      .set({ mutedUntil: new Date(Date.now() - 1000) })
      .where(eq(groupMembers.groupId, id))
    expect(await findGroupRow(member, id)).toMatchObject({ mutedUntil: null })
    await savePreferences({ mute: 'always' })
    await savePreferences({ mute: null, isPinned: true })
    const rows = (await member.call('GET', '/api/groups')).json() as GroupRow[]
    expect(rows.filter(row => row.id === id || row.id === newer).map(row => row.id)).toEqual([id, newer])
    expect(rows.find(row => row.id === id)).toMatchObject({ mutedUntil: null, isPinned: true })
    for (const invalid of [{}, { mute: 'week' }, { isPinned: 1 }, { mute: 'hour', more: 1 }]) {
      expect((await savePreferences(invalid)).statusCode).toBe(400)
    }
    expect(
      (await (await target.asNew()).call('PUT', `/api/groups/${id}/place`, { isPinned: true })).statusCode,
    ).toBe(404)
  })
})

describe('PUT /api/groups/:id/pins', () => {
  test('group managers can pin three messages at most, also with concurrent requests', async () => {
    const { owner, member, id } = await setUpGroup()
    await insertMessages(id, owner, 6)
    const pinMessage = (person: Person, seq: number, isPinned = true) =>
      person.call('PUT', `/api/groups/${id}/pins`, { seq, isPinned })
    expect((await pinMessage(member, 1)).statusCode).toBe(403)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(seq => pinMessage(owner, seq)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 204, 204, 409, 409])
    const { pins = [] } = (await findGroupRow(member, id)) ?? {}
    expect(pins).toHaveLength(3)
    expect((await pinMessage(owner, pins[0] ?? 0)).statusCode).toBe(204)
    expect((await pinMessage(owner, pins[0] ?? 0, false)).statusCode).toBe(204)
    expect((await findGroupRow(member, id))?.pins).toHaveLength(2)
    expect((await pinMessage(owner, 99)).statusCode).toBe(404)
    // Deleting a pinned message also unpins the message.
    const deletion = { seq: pins[1], op: 'delete', clientId: 'padam' }
    expect((await owner.call('POST', `/api/messages/${id}/changes`, deletion)).statusCode).toBe(200)
    expect((await findGroupRow(member, id))?.pins).toEqual([pins[2]])
  })

  test('a message that is pinned while it is being deleted does not stay pinned', async () => {
    const { owner, id } = await setUpGroup()
    await insertMessages(id, owner, 1)
    const [message] = await getDatabase().select().from(messages).where(eq(messages.groupId, id))
    let deleting: ReturnType<Person['call']> | undefined
    await getDatabase().transaction(async tx => {
      await lockGroupRow(tx, id)
      deleting = owner.call('POST', `/api/messages/${id}/changes`, { seq: 1, op: 'delete', clientId: 'x' })
      await waitUntil(async () => {
        const { rows } = await getDatabase().execute(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update \"message_groups\"%'",
        )
        return rows.length > 0
      })
      await tx.insert(messagePins).values({ messageId: message?.id ?? 0, groupId: id })
    })
    expect((await deleting)?.statusCode).toBe(200)
    expect((await findGroupRow(owner, id))?.pins).toEqual([])
  })

  test('the club administrator can pin messages in the group of the club, and members cannot', async () => {
    const club = await buildClub(getDatabase())
    const admin = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const member = await target.asNew({ clubId: club.id })
    const id = await createChatGroup(getDatabase(), [member.user, admin.user], {
      type: 'club',
      clubId: club.id,
    })
    await insertMessages(id, member, 1)
    const body = { seq: 1, isPinned: true }
    expect((await member.call('PUT', `/api/groups/${id}/pins`, body)).statusCode).toBe(403)
    expect((await admin.call('PUT', `/api/groups/${id}/pins`, body)).statusCode).toBe(204)
  })
})

test('only the owner of a group can appoint and dismiss group administrators', async () => {
  const { owner, member, other, id } = await setUpGroup()
  const changeRole = (by: Person, member: Person, role: string) =>
    by.call('PUT', `/api/groups/${id}/members/${member.user.id}`, { role })
  expect((await changeRole(member, other, 'admin')).statusCode).toBe(403)
  expect((await changeRole(owner, member, 'admin')).statusCode).toBe(204)
  expect((await changeRole(owner, member, 'admin')).statusCode).toBe(204)
  expect(await findGroupRow(member, id)).toMatchObject({ role: 'admin', mayRun: true })
  expect((await changeRole(member, other, 'admin')).statusCode).toBe(403)
  expect((await changeRole(owner, owner, 'member')).statusCode).toBe(409)
  expect((await changeRole(owner, other, 'owner')).statusCode).toBe(400)
  expect((await changeRole(owner, await target.asNew(), 'admin')).statusCode).toBe(404)
  expect((await changeRole(owner, member, 'member')).statusCode).toBe(204)
  expect(await findGroupRow(member, id)).toMatchObject({ role: 'member', mayRun: false })
})

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired-rows.service.ts'
import { connectChatClient, createChatGroup, createSessionCookie } from '#server/test/chat/chat-client.ts'
import {
  createEncryptedGroupHelpers,
  createTestEncryptionIdentity,
  type Member,
  type RosterChain,
} from '#server/test/chat/e2ee-members.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { createTestRecordsInSequence } from '#server/test/harness/create-test-records-in-sequence.ts'
import { buildClub, type TestUser, testPassword } from '#server/test/harness/factories.ts'
import { type Instance, startServerInstance } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow, Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { ReportRow } from '#shared/contracts/reports/reports.schemas.ts'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'
import type { EncryptionMark } from '#shared/e2ee/encrypted-message.ts'
import { buildMessageTextToSign, type MessagePayload } from '#shared/e2ee/message-payload.ts'
import { getRosterHead, type Roster } from '#shared/e2ee/roster.ts'

const target = setUpApp()
type Person = Caller & { user: TestUser }
const { speaking, person } = createEncryptedGroupHelpers(target)
const getDatabase = () => target.database.db

let messageCount = 0
/** Inserts a message directly into the database. */
async function insertMessage(
  groupId: number,
  { user }: { user: TestUser },
  fields: Partial<typeof messages.$inferInsert> = {},
) {
  const [group] = await getDatabase()
    .update(messageGroups)
    .set({ lastSeq: sql`last_seq + 1` })
    .where(eq(messageGroups.id, groupId))
    .returning()
  const content = `Kata kesat ${++messageCount}`
  const [message] = await getDatabase()
    .insert(messages)
    .values({
      groupId,
      senderId: user.id,
      seq: group?.lastSeq ?? 0,
      clientId: `lapor${messageCount}`,
      content,
      ...fields,
    })
    .returning()
  return message as typeof messages.$inferSelect
}

const reportMessage = (by: Caller, messageId: number, fields: object = {}) =>
  by.call('POST', '/api/reports', { messageId, reason: 'abuse', ...fields })
const listReports = async (by: Caller): Promise<ReportRow[]> => (await by.call('GET', '/api/reports')).json()
const hideMessage = (by: Caller, { id }: { id: number }) =>
  by.call('POST', `/api/reports/${id}/hide`, { reason: 'abuse' })
const dismissReport = (by: Caller, { id }: { id: number }) => by.call('POST', `/api/reports/${id}/dismiss`)
const findReports = (messageId: number) =>
  getDatabase()
    .select()
    .from(messageReports)
    .where(eq(messageReports.messageId, messageId))
    .orderBy(messageReports.id)
const listNotifications = async (one: Caller) =>
  ((await one.call('GET', '/api/notifications')).json() as { kind: string; subject: string | null }[])
    .filter(({ kind }) => /^(report|message)\./.test(kind))
    .map(({ kind, subject }) => [kind, subject])

/** Creates a custom group of three users with one message. */
async function setUpGroup() {
  const [owner, siti, raju] = await createTestRecordsInSequence(3, () => target.asNew())
  const id = await createChatGroup(
    getDatabase(),
    [owner, siti, raju].map(({ user }) => user),
  )
  return { owner, siti, raju, id, message: await insertMessage(id, raju) }
}

async function setUpReport() {
  const group = await setUpGroup()
  expect((await reportMessage(group.siti, group.message.id, { note: 'Kepada saya' })).statusCode).toBe(204)
  const [one] = await listReports(group.owner)
  return { ...group, report: one as ReportRow }
}

describe('POST /api/reports', () => {
  test('a report shows group managers the message and the reason, but not who reported it', async () => {
    const { raju, id, message, report: one } = await setUpReport()
    expect(one).toMatchObject({
      reason: 'abuse',
      note: 'Kepada saya',
      reporter: null,
      group: { id, name: 'Kumpulan ujian', type: 'custom', direct: false },
      sender: { id: raju.user.id, fullName: raju.user.fullName },
      message: { clientId: message.clientId, mark: null },
      content: message.content,
      disclosed: null,
    })
  })

  test('repeated reports by one user are stored once, and moderators are notified once per message', async () => {
    const { owner, siti, raju, id, message } = await setUpGroup()
    const answers = await Promise.all(Array.from({ length: 5 }, () => reportMessage(siti, message.id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204])
    expect(await findReports(message.id)).toHaveLength(1)
    expect(await listNotifications(owner)).toEqual([['report.made', null]])
    expect(await listNotifications(raju)).toEqual([])
    const mei = await target.asNew()
    await getDatabase().execute(
      sql`insert into group_members (group_id, user_id) values (${id}, ${mei.user.id})`,
    )
    await reportMessage(mei, message.id, { reason: 'spam' })
    expect((await listReports(owner)).map(({ reason }) => reason)).toEqual(['spam', 'abuse'])
    expect(await listNotifications(owner)).toEqual([['report.made', null]])
    expect((await owner.call('GET', '/api/reports/count')).json()).toEqual({ count: 2 })
  })

  test('reporting a message fails for non-members, for the sender and when the message is hidden or missing', async () => {
    const { owner, siti, raju, id, message, report: one } = await setUpReport()
    await owner.call('PUT', `/api/groups/${id}/pins`, { seq: message.seq, isPinned: true })
    const countPins = async () =>
      ((await siti.call('GET', '/api/groups')).json() as GroupRow[]).find(group => group.id === id)?.pins
    expect(await countPins()).toEqual([message.seq])
    const stranger = await target.asNew({ role: 'system_admin' })
    expect((await reportMessage(stranger, message.id)).statusCode).toBe(404)
    expect((await reportMessage(raju, message.id)).statusCode).toBe(404)
    expect((await reportMessage(siti, 999_999_999)).statusCode).toBe(404)
    expect((await hideMessage(owner, one)).statusCode).toBe(204)
    // A moderator who hides a message also unpins that message.
    expect(await countPins()).toEqual([])
    const late = await reportMessage(owner, message.id)
    expect([late.statusCode, late.json().code]).toEqual([409, 'message_hidden'])
    expect(await findReports(message.id)).toHaveLength(1)
  })

  test('a report with an unknown reason, a long note or a disclosed text for a plaintext message returns 400', async () => {
    const { siti, message } = await setUpGroup()
    const { keys } = await person()
    const disclosed = { ...keys.sign('message', '[]'), card: keys.card }
    for (const fields of [{ reason: 'benci' }, { note: 'a'.repeat(501) }, { disclosed }, { extra: 1 }]) {
      expect((await reportMessage(siti, message.id, fields)).statusCode).toBe(400)
    }
    expect((await reportMessage(siti, message.id, { note: 'a'.repeat(500) })).statusCode).toBe(204)
  })

  test('a report copies the text of a plaintext message that only looks encrypted', async () => {
    const { siti, raju, id } = await setUpGroup()
    const e2ee = { v: 2, n: 1, eid: 'e'.repeat(43), dev: 'AAAAAAAAAAA', lain: 'teks' }
    const message = await insertMessage(id, raju, { content: 'e2ee1.kata-kesat', metadata: { e2ee } })
    expect((await reportMessage(siti, message.id)).statusCode).toBe(204)
    expect(await findReports(message.id)).toMatchObject([{ content: 'e2ee1.kata-kesat', disclosed: null }])
  })

  test('a user can report twenty messages per day, and reporting the same message again does not count', async () => {
    const { siti, raju, id } = await setUpGroup()
    const all = await createTestRecordsInSequence(22, () => insertMessage(id, raju))
    const [first] = all
    for (let time = 0; time < 3; time++) await reportMessage(siti, first?.id ?? 0)
    for (const one of all.slice(1, 19)) expect((await reportMessage(siti, one.id)).statusCode).toBe(204)
    // Only one of three concurrent reports fits into the daily limit of twenty.
    const last = await Promise.all(all.slice(19).map(one => reportMessage(siti, one.id)))
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([204, 429, 429])
    expect((await reportMessage(siti, first?.id ?? 0)).statusCode).toBe(204)
  })
})

describe('moderators of a report', () => {
  const staff = {} as Record<string, Person>
  let club: Awaited<ReturnType<typeof buildClub>>
  beforeAll(async () => {
    club = await buildClub(getDatabase())
    const other = await buildClub(getDatabase(), { country: 'Germany' })
    staff.system = await target.asNew({ role: 'system_admin' })
    staff.hq = await target.asNew({ role: 'hq_admin' })
    staff.japan = await target.asNew({ role: 'country_admin' })
    staff.germany = await target.asNew({ role: 'country_admin', currentCountry: 'Germany' })
    staff.nowhere = await target.asNew({ role: 'country_admin', currentCountry: null })
    staff.club = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    staff.other = await target.asNew({ role: 'club_admin_ln', clubId: other.id, currentCountry: 'Germany' })
    staff.secretary = await target.asNew({ role: 'club_secretary', clubId: club.id })
    staff.away = await target.asNew({ role: 'hq_admin', status: 'inactive' })
  })

  /** Returns the names of users who see the report; asserts that exactly these were notified and may decide it. */
  async function findModeratorNames(messageId: number, people: Record<string, Person>) {
    const names: string[] = []
    const [one] = await findReports(messageId)
    for (const [name, each] of Object.entries(people)) {
      if (each.user.status !== 'active') continue
      const isListed = (await listReports(each)).some(({ id }) => id === one?.id)
      const { rows } = await getDatabase().execute(
        sql`select 1 from notifications where user_id = ${each.user.id} and kind = 'report.made'
             and (params->>'groupId')::int = ${one?.groupId}`,
      )
      expect([name, rows.length > 0]).toEqual([name, isListed])
      if (isListed) names.push(name)
      else expect((await dismissReport(each, { id: one?.id ?? 0 })).statusCode).toBe(404)
    }
    await getDatabase().execute(sql`delete from notifications where kind = 'report.made'`)
    return names
  }

  async function reportMessageInGroupOfType(
    type: 'club' | 'country' | 'global' | 'custom',
    fields: object = {},
    sender?: Person,
  ) {
    const siti = await target.asNew()
    const raju = sender ?? (await target.asNew())
    const id = await createChatGroup(getDatabase(), [], { type, ...fields })
    for (const { user } of [siti, raju])
      await getDatabase().execute(
        sql`insert into group_members (group_id, user_id) values (${id}, ${user.id})`,
      )
    const message = await insertMessage(id, raju)
    expect((await reportMessage(siti, message.id)).statusCode).toBe(204)
    return { siti, raju, id, message }
  }

  test('reports about messages in club, country and global groups reach the responsible administrators and headquarters', async () => {
    const inClub = await reportMessageInGroupOfType('club', { clubId: club.id })
    expect(
      await findModeratorNames(inClub.message.id, { ...staff, siti: inClub.siti, raju: inClub.raju }),
    ).toEqual(['system', 'hq', 'japan', 'club'])
    const inCountry = await reportMessageInGroupOfType('country', { country: 'Germany' })
    expect(await findModeratorNames(inCountry.message.id, staff)).toEqual(['system', 'hq', 'germany'])
    const worldwide = await reportMessageInGroupOfType('global')
    expect(await findModeratorNames(worldwide.message.id, staff)).toEqual(['system', 'hq'])
  })

  test('reports about messages in direct conversations reach headquarters only', async () => {
    const { message, siti, raju } = await reportMessageInGroupOfType('custom', { directKey: '1:2' })
    expect(await findModeratorNames(message.id, { ...staff, siti, raju })).toEqual(['system', 'hq'])
  })

  test('reports about messages in custom groups reach the other group managers, or headquarters when there are none', async () => {
    const { owner, siti, raju, id, message } = await setUpGroup()
    await reportMessage(siti, message.id)
    expect(await findModeratorNames(message.id, { ...staff, owner, siti, raju })).toEqual(['owner'])
    const byOwner = await insertMessage(id, owner)
    await reportMessage(siti, byOwner.id)
    expect(await findModeratorNames(byOwner.id, { ...staff, owner, siti, raju })).toEqual(['system', 'hq'])
    await getDatabase().execute(
      sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${raju.user.id}`,
    )
    const again = await insertMessage(id, owner)
    await reportMessage(siti, again.id)
    expect(await findModeratorNames(again.id, { ...staff, owner, siti, raju })).toEqual(['raju'])
  })

  test('the reported sender never moderates the report, even as headquarters administrator', async () => {
    const { message } = await reportMessageInGroupOfType('country', { country: 'Japan' }, staff.hq)
    expect(await findModeratorNames(message.id, staff)).toEqual(['system', 'japan'])
  })

  test('only headquarters sees who reported a message, in the report list and in the audit log', async () => {
    const { message, siti } = await reportMessageInGroupOfType('country', { country: 'France' })
    const france = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const findReporter = (rows: ReportRow[]) =>
      rows.find(({ content }) => content === message.content)?.reporter
    expect(findReporter(await listReports(staff.hq as Person))).toMatchObject({ id: siti.user.id })
    expect(findReporter(await listReports(france))).toBeNull()
    const listNotificationKinds = async (one: Caller) =>
      ((await one.call('GET', `/api/audit?person=${siti.user.id}`)).json() as { kind: string }[]).map(
        ({ kind }) => kind,
      )
    expect(await listNotificationKinds(staff.hq as Person)).toEqual(['message.reported'])
    expect(await listNotificationKinds(france)).toEqual([])
  })

  test('the report list is paged by id, newest first', async () => {
    const { owner, siti, raju, id } = await setUpGroup()
    const all = await createTestRecordsInSequence(5, () => insertMessage(id, raju))
    for (const one of all) await reportMessage(siti, one.id)
    const listContents = async (query: string) =>
      ((await owner.call('GET', `/api/reports${query}`)).json() as ReportRow[]).map(({ content }) => content)
    const newest = all.map(({ content }) => content).reverse()
    expect(await listContents('?limit=2')).toEqual(newest.slice(0, 2))
    const last = (await listReports(owner))[1]?.id
    expect(await listContents(`?limit=2&before=${last}`)).toEqual(newest.slice(2, 4))
  })
})

describe('reports about encrypted messages', () => {
  const createRandomText = () => `e2ee1.${encodeBase64url(crypto.getRandomValues(new Uint8Array(80)))}`

  /** Inserts an encrypted message and returns the disclosure that a recipient would send with a report. */
  async function insertEncryptedMessage(
    chain: RosterChain,
    by: Member,
    change: Partial<MessagePayload> = {},
  ) {
    const mark: EncryptionMark = {
      v: 2,
      n: chain.epoch?.n ?? 0,
      eid: chain.epoch?.eid ?? '',
      dev: by.keys.dev,
    }
    const fields = {
      content: createRandomText(),
      metadata: { e2ee: { ...mark, extra: 'teks' }, lain: 'teks' },
    }
    const message = await insertMessage(chain.groupId, by, fields)
    const frame = { groupId: chain.groupId, senderId: by.user.id, messageType: 'text', mark }
    const plaintext: MessagePayload = {
      id: message.clientId ?? '',
      ts: 1,
      c: 1,
      head: getRosterHead(chain.roster as Roster),
      body: 'Rahsia yang kesat',
      void: [],
      vault: 0,
      ...change,
    }
    const { body, sig } = by.keys.sign('message', buildMessageTextToSign(frame, plaintext))
    return { message, frame, plaintext, disclosed: { body, sig, card: by.keys.card } }
  }

  test('a report about an encrypted message stores the disclosed signed text, and the audit log stores no copy', async () => {
    const { ali, siti, chain } = await speaking()
    const { message, disclosed, frame } = await insertEncryptedMessage(chain, siti)
    expect((await reportMessage(ali, message.id, { disclosed })).statusCode).toBe(204)
    expect(await findReports(message.id)).toMatchObject([{ content: null, disclosed }])
    // The test user Ali created the group and therefore moderates the report.
    const [one] = await listReports(ali)
    const { mark } = frame
    expect(one).toMatchObject({ content: null, disclosed, message: { clientId: message.clientId, mark } })
    const events = await getDatabase()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.kind, 'message.reported'))
    expect(JSON.stringify(events)).not.toContain('kesat')
  })

  test('a report about an encrypted message returns 400 when the disclosed signed text is missing or forged', async () => {
    const { ali, siti, muthu, chain, id } = await speaking()
    const { message, disclosed, frame, plaintext } = await insertEncryptedMessage(chain, siti)
    const other = await insertEncryptedMessage(chain, siti)
    const byAli = await insertEncryptedMessage(chain, ali)
    const otherGroup = await speaking()
    const inOther = await insertEncryptedMessage(otherGroup.chain, otherGroup.siti)
    // Keys made up in the sender's name: the signature is valid, but the group's member list does not contain the keys.
    const forgedKeys = createTestEncryptionIdentity(siti.user.id)
    const newerForgedKeys = createTestEncryptionIdentity(siti.user.id, 2)
    const buildMessageSignedBy = (keys: typeof forgedKeys, change: Partial<MessagePayload> = {}) => {
      const { body, sig } = keys.sign('message', buildMessageTextToSign(frame, { ...plaintext, ...change }))
      return { body, sig, card: keys.card }
    }
    const forgedDisclosures: Record<string, unknown> = {
      none: undefined,
      'other words': { ...disclosed, body: disclosed.body.replace('kesat', 'manis') },
      'another message': other.disclosed,
      'another sender': byAli.disclosed,
      'another sender’s card': { ...disclosed, card: ali.keys.card },
      'another group': inOther.disclosed,
      'a card of their making': buildMessageSignedBy(forgedKeys),
      'a newer card of their making': buildMessageSignedBy(newerForgedKeys),
      'a card of somebody who is not on the list': { ...disclosed, card: muthu.keys.card },
      'another list': buildMessageSignedBy(siti.keys, { head: 'h'.repeat(43) }),
      'a cut signature': { ...disclosed, sig: disclosed.sig.slice(1) },
      'no signature': { ...disclosed, sig: encodeBase64url(new Uint8Array(64)) },
      'more than one message': { ...disclosed, key: 'kunci' },
    }
    for (const [name, each] of Object.entries(forgedDisclosures)) {
      expect([name, (await reportMessage(ali, message.id, { disclosed: each })).statusCode]).toEqual([
        name,
        400,
      ])
    }
    expect(await findReports(message.id)).toEqual([])
    expect(
      (await reportMessage(ali, message.id, { disclosed: buildMessageSignedBy(siti.keys) })).statusCode,
    ).toBe(204)
    expect(id).toBe(chain.groupId)
  })

  test('a disclosed message is verified against the roster (member list) of its group key (epoch), even after the sender has left', async () => {
    const { ali, siti, chain, id } = await speaking()
    const { message, disclosed } = await insertEncryptedMessage(chain, siti)
    const removal = chain.buildRemoval(ali.keys, siti)
    expect((await ali.call('POST', `/api/groups/${id}/roster`, { entries: [removal] })).statusCode).toBe(204)
    expect((await reportMessage(ali, message.id, { disclosed })).statusCode).toBe(204)
  })

  test('a report that discloses an encrypted message of maximum length is accepted, even if JSON escapes every character', async () => {
    const { ali, siti, chain } = await speaking()
    const { message, disclosed } = await insertEncryptedMessage(chain, siti, { body: '"'.repeat(16_000) })
    expect((await reportMessage(ali, message.id, { disclosed })).statusCode).toBe(204)
  })

  test('a hidden encrypted message keeps its encryption metadata and no content', async () => {
    const { ali, siti, chain, id } = await speaking()
    const { message, disclosed, frame } = await insertEncryptedMessage(chain, siti)
    await reportMessage(ali, message.id, { disclosed })
    const [one] = await listReports(ali)
    expect((await hideMessage(ali, one as ReportRow)).statusCode).toBe(204)
    const [shownMessage] = (await siti.call('GET', `/api/messages/${id}`)).json()
    expect(shownMessage).toMatchObject({
      seq: message.seq,
      isHidden: true,
      content: '',
      clientId: message.clientId,
    })
    expect(shownMessage.metadata).toEqual({ e2ee: frame.mark })
  })
})

describe('hideReportedMessage', () => {
  let instance: Instance
  beforeAll(async () => {
    instance = await startServerInstance(target.database.appUrl)
  })
  afterAll(() => instance.close())

  test('a hidden message is returned without content, and clients that show the group receive an event', async () => {
    const { owner, siti, raju, id } = await setUpGroup()
    const message = await insertMessage(id, raju, { metadata: { pautan: 'kesat' } })
    const client = await connectChatClient(
      instance.url,
      await createSessionCookie(getDatabase(), siti.user.id),
    )
    const receivedEvents: object[] = []
    client.socket.on('message-hidden', event => receivedEvents.push(event))
    await client.join(id)
    await reportMessage(siti, message.id)
    const [one] = await listReports(owner)
    const answer = await hideMessage(owner, one as ReportRow)
    expect(answer.statusCode).toBe(204)
    expect(String(answer.headers['x-touched']).split(' ').sort()).toEqual(['audit', 'groups', 'reports'])
    await waitUntil(() => receivedEvents.length > 0)
    expect(receivedEvents).toEqual([{ groupId: id, seq: message.seq }])
    await waitUntil(() => client.refreshed.includes('groups'))
    for (const each of [owner, siti, raju]) {
      const list = (await each.call('GET', `/api/messages/${id}`)).json() as Message[]
      expect(list.map(({ seq, isHidden, content }) => [seq, isHidden, content !== ''])).toEqual([
        [2, true, false],
        [1, false, true],
      ])
      expect(list[0]?.metadata).toBeNull()
      const [group] = (await each.call('GET', '/api/groups')).json()
      expect(group.lastMessage).toMatchObject({ seq: 2, content: '', isHidden: true })
    }
    // Sending the hidden message again returns the stored message without its content.
    const again = await connectChatClient(
      instance.url,
      await createSessionCookie(getDatabase(), raju.user.id),
    )
    const repeated = await again.send({ groupId: id, content: message.content, clientId: message.clientId })
    expect(repeated).toMatchObject({ ok: true, message: { seq: 2, content: '', isHidden: true } })
    for (const { socket } of [client, again]) socket.close()
  })

  test('hiding a message notifies sender and reporter, and the audit log holds no message text', async () => {
    const { owner, siti, raju, message, report: one } = await setUpReport()
    expect((await owner.call('POST', `/api/reports/${one.id}/hide`, { reason: 'spam' })).statusCode).toBe(204)
    expect(await listNotifications(raju)).toEqual([['message.hidden', 'spam']])
    expect(await listNotifications(siti)).toEqual([['report.hidden', null]])
    expect(await listReports(owner)).toEqual([])
    expect(await findReports(message.id)).toMatchObject([{ status: 'hidden', decidedBy: owner.user.id }])
    const [event] = await getDatabase()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actorId, owner.user.id))
    expect(event).toMatchObject({ kind: 'message.hidden', targetId: String(raju.user.id) })
    expect(event?.details).toEqual({ messageId: message.id, groupId: message.groupId, reason: 'spam' })
  })

  test('one decision of a moderator settles all reports about a message, and other concurrent decisions get 409', async () => {
    const { owner, siti, raju, id, message, report: one } = await setUpReport()
    await getDatabase().execute(
      sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${siti.user.id}`,
    )
    await reportMessage(owner, message.id)
    const deciders = Array.from({ length: 8 }, (_, index) => {
      const by = index % 2 === 0 ? owner : siti
      return index % 4 < 2 ? hideMessage(by, one) : dismissReport(by, one)
    })
    const codes = (await Promise.all(deciders)).map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([204, ...Array(7).fill(409)])
    const rows = await findReports(message.id)
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map(({ status, decidedBy }) => `${status} ${decidedBy}`)).size).toBe(1)
    const [storedMessage] = await getDatabase().select().from(messages).where(eq(messages.id, message.id))
    expect(storedMessage?.hiddenFor !== null).toBe(rows[0]?.status === 'hidden')
    expect(await listNotifications(raju)).toHaveLength(rows[0]?.status === 'hidden' ? 1 : 0)
    expect((await hideMessage(owner, one)).json().code).toBe('report_decided')
  })

  test('a report made while the message is being hidden does not stay open', async () => {
    const { owner, id, message, report: one } = await setUpReport()
    const reporters = await createTestRecordsInSequence(6, () => target.asNew())
    for (const { user } of reporters)
      await getDatabase().execute(
        sql`insert into group_members (group_id, user_id) values (${id}, ${user.id})`,
      )
    const [hidden, ...late] = await Promise.all([
      hideMessage(owner, one),
      ...reporters.map(each => reportMessage(each, message.id)),
    ])
    expect(hidden?.statusCode).toBe(204)
    for (const { statusCode } of late) expect([204, 409]).toContain(statusCode)
    expect((await findReports(message.id)).filter(({ status }) => status === 'open')).toEqual([])
  })
})

test('dismissing a report keeps the message visible and notifies the reporter', async () => {
  const { owner, siti, raju, id, message, report: one } = await setUpReport()
  expect((await dismissReport(siti, one)).statusCode).toBe(404)
  expect((await dismissReport(owner, one)).statusCode).toBe(204)
  expect(await listNotifications(siti)).toEqual([['report.dismissed', null]])
  expect(await listNotifications(raju)).toEqual([])
  const [shownMessage] = (await siti.call('GET', `/api/messages/${id}`)).json()
  expect(shownMessage).toMatchObject({ content: message.content, isHidden: false })
  // A repeated report by the same user does not reopen the decided report.
  expect((await reportMessage(siti, message.id)).statusCode).toBe(204)
  expect(await listReports(owner)).toEqual([])
})

describe('retention of reports', () => {
  test('the retention job deletes a report ninety days after its decision and keeps open reports', async () => {
    const [early, late, open] = [await setUpReport(), await setUpReport(), await setUpReport()]
    for (const { owner, report: one } of [early, late]) await dismissReport(owner, one)
    const setDecisionAge = (days: number, { message }: typeof early) =>
      getDatabase()
        .update(messageReports)
        .set({ decidedAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(messageReports.messageId, message.id))
    await setDecisionAge(89, early)
    await setDecisionAge(91, late)
    await getDatabase().execute(sql`update message_reports set created_at = now() - interval '1 year'`)
    await deleteExpiredRows(getDatabase())
    expect(await findReports(early.message.id)).toHaveLength(1)
    expect(await findReports(late.message.id)).toEqual([])
    expect(await findReports(open.message.id)).toHaveLength(1)
  })

  test.each(['siti', 'raju'] as const)('a report is deleted when the account of %s is erased', async who => {
    const all = await setUpReport()
    const { message } = all
    const erased = await all[who].call('POST', '/api/account/erase', { currentPassword: testPassword })
    expect(erased.statusCode).toBe(204)
    expect(await findReports(message.id)).toEqual([])
    expect(await listReports(all.owner)).toEqual([])
  })
})

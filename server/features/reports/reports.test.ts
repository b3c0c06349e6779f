import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { messageReports } from '#server/db/schema/reports.ts'
import { sweepExpired } from '#server/retention/sweep.service.ts'
import { type Caller, setUpApp } from '#server/test/app.ts'
import { buildGroup, connectClient, cookieFor } from '#server/test/chat.ts'
import { type Chain, encryptedGroupsOn, type Member, makeIdentity } from '#server/test/e2ee.ts'
import { buildClub, type TestUser, testPassword } from '#server/test/factories.ts'
import { type Instance, startInstance } from '#server/test/instances.ts'
import { until } from '#server/test/program.ts'
import { several } from '#server/test/several.ts'
import type { GroupRow, Message } from '#shared/contracts/chat.ts'
import type { ReportRow } from '#shared/contracts/reports.ts'
import { encode } from '#shared/e2ee/encoding.ts'
import { type Said, signedBody } from '#shared/e2ee/message.ts'
import { headOf, type Roster } from '#shared/e2ee/roster.ts'
import type { SealedMark } from '#shared/e2ee/sealed.ts'

const target = setUpApp()
type Person = Caller & { user: TestUser }
const { speaking, person } = encryptedGroupsOn(target)
const db = () => target.database.db

let said = 0
/** Something said in a group, by the database alone. */
async function say(
  groupId: number,
  { user }: { user: TestUser },
  more: Partial<typeof messages.$inferInsert> = {},
) {
  const [group] = await db()
    .update(messageGroups)
    .set({ lastSeq: sql`last_seq + 1` })
    .where(eq(messageGroups.id, groupId))
    .returning()
  const content = `Kata kesat ${++said}`
  const [message] = await db()
    .insert(messages)
    .values({
      groupId,
      senderId: user.id,
      seq: group?.lastSeq ?? 0,
      clientId: `lapor${said}`,
      content,
      ...more,
    })
    .returning()
  return message as typeof messages.$inferSelect
}

const report = (by: Caller, messageId: number, more: object = {}) =>
  by.call('POST', '/api/reports', { messageId, reason: 'abuse', ...more })
const reportsOf = async (by: Caller): Promise<ReportRow[]> => (await by.call('GET', '/api/reports')).json()
const hide = (by: Caller, { id }: { id: number }) =>
  by.call('POST', `/api/reports/${id}/hide`, { reason: 'abuse' })
const dismiss = (by: Caller, { id }: { id: number }) => by.call('POST', `/api/reports/${id}/dismiss`)
const stored = (messageId: number) =>
  db().select().from(messageReports).where(eq(messageReports.messageId, messageId)).orderBy(messageReports.id)
const toldTo = async (one: Caller) =>
  ((await one.call('GET', '/api/notifications')).json() as { kind: string; subject: string | null }[])
    .filter(({ kind }) => /^(report|message)\./.test(kind))
    .map(({ kind, subject }) => [kind, subject])

/** A group that people made, and what one of them said in it. */
async function inGroup() {
  const [owner, siti, raju] = await several(3, () => target.asNew())
  const id = await buildGroup(
    db(),
    [owner, siti, raju].map(({ user }) => user),
  )
  return { owner, siti, raju, id, message: await say(id, raju) }
}

async function reported() {
  const group = await inGroup()
  expect((await report(group.siti, group.message.id, { note: 'Kepada saya' })).statusCode).toBe(204)
  const [one] = await reportsOf(group.owner)
  return { ...group, report: one as ReportRow }
}

describe('a report', () => {
  test('shows what was said and why it is reported, and to those who run a group not by whom', async () => {
    const { raju, id, message, report: one } = await reported()
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

  test('is made once by a person, and again changes nothing; word goes out once for a message', async () => {
    const { owner, siti, raju, id, message } = await inGroup()
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(siti, message.id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204])
    expect(await stored(message.id)).toHaveLength(1)
    expect(await toldTo(owner)).toEqual([['report.made', null]])
    expect(await toldTo(raju)).toEqual([])
    const mei = await target.asNew()
    await db().execute(sql`insert into group_members (group_id, user_id) values (${id}, ${mei.user.id})`)
    await report(mei, message.id, { reason: 'spam' })
    expect((await reportsOf(owner)).map(({ reason }) => reason)).toEqual(['spam', 'abuse'])
    expect(await toldTo(owner)).toEqual([['report.made', null]])
    expect((await owner.call('GET', '/api/reports/count')).json()).toEqual({ count: 2 })
  })

  test('is not for strangers, nor about oneself, nor about what is hidden or not there', async () => {
    const { owner, siti, raju, id, message, report: one } = await reported()
    await owner.call('PUT', `/api/groups/${id}/pins`, { seq: message.seq, isPinned: true })
    const pins = async () =>
      ((await siti.call('GET', '/api/groups')).json() as GroupRow[]).find(group => group.id === id)?.pins
    expect(await pins()).toEqual([message.seq])
    const stranger = await target.asNew({ role: 'system_admin' })
    expect((await report(stranger, message.id)).statusCode).toBe(404)
    expect((await report(raju, message.id)).statusCode).toBe(404)
    expect((await report(siti, 999_999_999)).statusCode).toBe(404)
    expect((await hide(owner, one)).statusCode).toBe(204)
    // Nor is it held up above the conversation any longer.
    expect(await pins()).toEqual([])
    const late = await report(owner, message.id)
    expect([late.statusCode, late.json().code]).toEqual([409, 'message_hidden'])
    expect(await stored(message.id)).toHaveLength(1)
  })

  test('takes no more than a choice and 500 characters, and nothing disclosed that was never sealed', async () => {
    const { siti, message } = await inGroup()
    const { keys } = await person()
    const disclosed = { ...keys.sign('message', '[]'), card: keys.card }
    for (const more of [{ reason: 'benci' }, { note: 'a'.repeat(501) }, { disclosed }, { extra: 1 }]) {
      expect((await report(siti, message.id, more)).statusCode).toBe(400)
    }
    expect((await report(siti, message.id, { note: 'a'.repeat(500) })).statusCode).toBe(204)
  })

  test('takes a copy also of what only looks as if it were sealed', async () => {
    const { siti, raju, id } = await inGroup()
    const e2ee = { v: 2, n: 1, eid: 'e'.repeat(43), dev: 'AAAAAAAAAAA', lain: 'teks' }
    const message = await say(id, raju, { content: 'e2ee1.kata-kesat', metadata: { e2ee } })
    expect((await report(siti, message.id)).statusCode).toBe(204)
    expect(await stored(message.id)).toMatchObject([{ content: 'e2ee1.kata-kesat', disclosed: null }])
  })

  test('is made twenty times a day by one person; what is there already does not count', async () => {
    const { siti, raju, id } = await inGroup()
    const all = await several(22, () => say(id, raju))
    const [first] = all
    for (let time = 0; time < 3; time++) await report(siti, first?.id ?? 0)
    for (const one of all.slice(1, 19)) expect((await report(siti, one.id)).statusCode).toBe(204)
    // Of three at once one is the twentieth.
    const last = await Promise.all(all.slice(19).map(one => report(siti, one.id)))
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([204, 429, 429])
    expect((await report(siti, first?.id ?? 0)).statusCode).toBe(204)
  })
})

describe('whose business it is', () => {
  const staff = {} as Record<string, Person>
  let club: Awaited<ReturnType<typeof buildClub>>
  beforeAll(async () => {
    club = await buildClub(db())
    const other = await buildClub(db(), { country: 'Germany' })
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

  /** Who sees it is who may decide it, and who is told. */
  async function seenBy(messageId: number, people: Record<string, Person>) {
    const seen: string[] = []
    const [one] = await stored(messageId)
    for (const [name, each] of Object.entries(people)) {
      if (each.user.status !== 'active') continue
      const isListed = (await reportsOf(each)).some(({ id }) => id === one?.id)
      const { rows } = await db().execute(
        sql`select 1 from notifications where user_id = ${each.user.id} and kind = 'report.made'
             and (params->>'groupId')::int = ${one?.groupId}`,
      )
      expect([name, rows.length > 0]).toEqual([name, isListed])
      if (isListed) seen.push(name)
      else expect((await dismiss(each, { id: one?.id ?? 0 })).statusCode).toBe(404)
    }
    await db().execute(sql`delete from notifications where kind = 'report.made'`)
    return seen
  }

  async function reportIn(
    type: 'club' | 'country' | 'global' | 'custom',
    more: object = {},
    sender?: Person,
  ) {
    const siti = await target.asNew()
    const raju = sender ?? (await target.asNew())
    const id = await buildGroup(db(), [], { type, ...more })
    for (const { user } of [siti, raju])
      await db().execute(sql`insert into group_members (group_id, user_id) values (${id}, ${user.id})`)
    const message = await say(id, raju)
    expect((await report(siti, message.id)).statusCode).toBe(204)
    return { siti, raju, id, message }
  }

  test('of a club: whoever runs it; of a country and of all: its administrators and headquarters', async () => {
    const inClub = await reportIn('club', { clubId: club.id })
    expect(await seenBy(inClub.message.id, { ...staff, siti: inClub.siti, raju: inClub.raju })).toEqual([
      'system',
      'hq',
      'japan',
      'club',
    ])
    const inCountry = await reportIn('country', { country: 'Germany' })
    expect(await seenBy(inCountry.message.id, staff)).toEqual(['system', 'hq', 'germany'])
    const worldwide = await reportIn('global')
    expect(await seenBy(worldwide.message.id, staff)).toEqual(['system', 'hq'])
  })

  test('between two: headquarters', async () => {
    const { message, siti, raju } = await reportIn('custom', { directKey: '1:2' })
    expect(await seenBy(message.id, { ...staff, siti, raju })).toEqual(['system', 'hq'])
  })

  test('of a group that people made: whoever runs it and is not reported; if nobody else does, headquarters', async () => {
    const { owner, siti, raju, id, message } = await inGroup()
    await report(siti, message.id)
    expect(await seenBy(message.id, { ...staff, owner, siti, raju })).toEqual(['owner'])
    const byOwner = await say(id, owner)
    await report(siti, byOwner.id)
    expect(await seenBy(byOwner.id, { ...staff, owner, siti, raju })).toEqual(['system', 'hq'])
    await db().execute(
      sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${raju.user.id}`,
    )
    const again = await say(id, owner)
    await report(siti, again.id)
    expect(await seenBy(again.id, { ...staff, owner, siti, raju })).toEqual(['raju'])
  })

  test('never of whoever is reported, whatever they are', async () => {
    const { message } = await reportIn('country', { country: 'Japan' }, staff.hq)
    expect(await seenBy(message.id, staff)).toEqual(['system', 'japan'])
  })

  test('who reported is shown to headquarters alone, in the trail as well', async () => {
    const { message, siti } = await reportIn('country', { country: 'France' })
    const france = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const of = (rows: ReportRow[]) => rows.find(({ content }) => content === message.content)?.reporter
    expect(of(await reportsOf(staff.hq as Person))).toMatchObject({ id: siti.user.id })
    expect(of(await reportsOf(france))).toBeNull()
    const kindsFor = async (one: Caller) =>
      ((await one.call('GET', `/api/audit?person=${siti.user.id}`)).json() as { kind: string }[]).map(
        ({ kind }) => kind,
      )
    expect(await kindsFor(staff.hq as Person)).toEqual(['message.reported'])
    expect(await kindsFor(france)).toEqual([])
  })

  test('reports come page by page, newest first', async () => {
    const { owner, siti, raju, id } = await inGroup()
    const all = await several(5, () => say(id, raju))
    for (const one of all) await report(siti, one.id)
    const words = async (query: string) =>
      ((await owner.call('GET', `/api/reports${query}`)).json() as ReportRow[]).map(({ content }) => content)
    const newest = all.map(({ content }) => content).reverse()
    expect(await words('?limit=2')).toEqual(newest.slice(0, 2))
    const last = (await reportsOf(owner))[1]?.id
    expect(await words(`?limit=2&before=${last}`)).toEqual(newest.slice(2, 4))
  })
})

describe('an encrypted message', () => {
  const random = () => `e2ee1.${encode(crypto.getRandomValues(new Uint8Array(80)))}`

  /** Sealed by one of them, as the server has it, and what a reader would disclose of it. */
  async function sealedIn(chain: Chain, by: Member, change: Partial<Said> = {}) {
    const mark: SealedMark = {
      v: 2,
      n: chain.epoch?.n ?? 0,
      eid: chain.epoch?.eid ?? '',
      dev: by.keys.dev,
    }
    const more = { content: random(), metadata: { e2ee: { ...mark, extra: 'teks' }, lain: 'teks' } }
    const message = await say(chain.groupId, by, more)
    const frame = { groupId: chain.groupId, senderId: by.user.id, messageType: 'text', mark }
    const words: Said = {
      id: message.clientId ?? '',
      ts: 1,
      c: 1,
      head: headOf(chain.roster as Roster),
      body: 'Rahsia yang kesat',
      void: [],
      vault: 0,
      ...change,
    }
    const { body, sig } = by.keys.sign('message', signedBody(frame, words))
    return { message, frame, words, disclosed: { body, sig, card: by.keys.card } }
  }

  test('is disclosed with its signature, and kept nowhere else', async () => {
    const { ali, siti, chain } = await speaking()
    const { message, disclosed, frame } = await sealedIn(chain, siti)
    expect((await report(ali, message.id, { disclosed })).statusCode).toBe(204)
    expect(await stored(message.id)).toMatchObject([{ content: null, disclosed }])
    // She is not the one who runs it.
    const [one] = await reportsOf(ali)
    const { mark } = frame
    expect(one).toMatchObject({ content: null, disclosed, message: { clientId: message.clientId, mark } })
    const events = await db().select().from(auditEvents).where(eq(auditEvents.kind, 'message.reported'))
    expect(JSON.stringify(events)).not.toContain('kesat')
  })

  test('is refused without it, and with anything that is not what was said', async () => {
    const { ali, siti, muthu, chain, id } = await speaking()
    const { message, disclosed, frame, words } = await sealedIn(chain, siti)
    const other = await sealedIn(chain, siti)
    const byAli = await sealedIn(chain, ali)
    const elsewhere = await speaking()
    const inOther = await sealedIn(elsewhere.chain, elsewhere.siti)
    // Keys that anybody can make, in her name: well signed, and not on the list.
    const made = makeIdentity(siti.user.id)
    const renewed = makeIdentity(siti.user.id, 2)
    const signedBy = (keys: typeof made, change: Partial<Said> = {}) => {
      const { body, sig } = keys.sign('message', signedBody(frame, { ...words, ...change }))
      return { body, sig, card: keys.card }
    }
    const forged: Record<string, unknown> = {
      none: undefined,
      'other words': { ...disclosed, body: disclosed.body.replace('kesat', 'manis') },
      'another message': other.disclosed,
      'another sender': byAli.disclosed,
      'another sender’s card': { ...disclosed, card: ali.keys.card },
      'another group': inOther.disclosed,
      'a card of their making': signedBy(made),
      'a newer card of their making': signedBy(renewed),
      'a card of somebody who is not on the list': { ...disclosed, card: muthu.keys.card },
      'another list': signedBy(siti.keys, { head: 'h'.repeat(43) }),
      'a cut signature': { ...disclosed, sig: disclosed.sig.slice(1) },
      'no signature': { ...disclosed, sig: encode(new Uint8Array(64)) },
      'more than one message': { ...disclosed, key: 'kunci' },
    }
    for (const [name, each] of Object.entries(forged)) {
      expect([name, (await report(ali, message.id, { disclosed: each })).statusCode]).toEqual([name, 400])
    }
    expect(await stored(message.id)).toEqual([])
    expect((await report(ali, message.id, { disclosed: signedBy(siti.keys) })).statusCode).toBe(204)
    expect(id).toBe(chain.groupId)
  })

  test('is taken by the list of its time, whoever has left since', async () => {
    const { ali, siti, chain, id } = await speaking()
    const { message, disclosed } = await sealedIn(chain, siti)
    const removal = chain.remove(ali.keys, siti)
    expect((await ali.call('POST', `/api/groups/${id}/roster`, { entries: [removal] })).statusCode).toBe(204)
    expect((await report(ali, message.id, { disclosed })).statusCode).toBe(204)
  })

  test('as long as one can be, of nothing but quotation marks', async () => {
    const { ali, siti, chain } = await speaking()
    const { message, disclosed } = await sealedIn(chain, siti, { body: '"'.repeat(16_000) })
    expect((await report(ali, message.id, { disclosed })).statusCode).toBe(204)
  })

  test('that is hidden keeps which device sealed it in which epoch, and nothing else', async () => {
    const { ali, siti, chain, id } = await speaking()
    const { message, disclosed, frame } = await sealedIn(chain, siti)
    await report(ali, message.id, { disclosed })
    const [one] = await reportsOf(ali)
    expect((await hide(ali, one as ReportRow)).statusCode).toBe(204)
    const [read] = (await siti.call('GET', `/api/messages/${id}`)).json()
    expect(read).toMatchObject({ seq: message.seq, isHidden: true, content: '', clientId: message.clientId })
    expect(read.metadata).toEqual({ e2ee: frame.mark })
  })
})

describe('a message that is hidden', () => {
  let here: Instance
  beforeAll(async () => {
    here = await startInstance(target.database.appUrl)
  })
  afterAll(() => here.close())

  test('is served to nobody any more, and everybody who has it open is told', async () => {
    const { owner, siti, raju, id } = await inGroup()
    const message = await say(id, raju, { metadata: { pautan: 'kesat' } })
    const client = await connectClient(here.url, await cookieFor(db(), siti.user.id))
    const heard: object[] = []
    client.socket.on('message-hidden', place => heard.push(place))
    await client.join(id)
    await report(siti, message.id)
    const [one] = await reportsOf(owner)
    const answer = await hide(owner, one as ReportRow)
    expect(answer.statusCode).toBe(204)
    expect(String(answer.headers['x-touched']).split(' ').sort()).toEqual(['audit', 'groups', 'reports'])
    await until(() => heard.length > 0)
    expect(heard).toEqual([{ groupId: id, seq: message.seq }])
    await until(() => client.refreshed.includes('groups'))
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
    // Also to whoever sends the same again.
    const again = await connectClient(here.url, await cookieFor(db(), raju.user.id))
    const repeated = await again.send({ groupId: id, content: message.content, clientId: message.clientId })
    expect(repeated).toMatchObject({ ok: true, message: { seq: 2, content: '', isHidden: true } })
    for (const { socket } of [client, again]) socket.close()
  })

  test('its sender is told why, whoever reported it what came of it, and the trail holds no word of it', async () => {
    const { owner, siti, raju, message, report: one } = await reported()
    expect((await owner.call('POST', `/api/reports/${one.id}/hide`, { reason: 'spam' })).statusCode).toBe(204)
    expect(await toldTo(raju)).toEqual([['message.hidden', 'spam']])
    expect(await toldTo(siti)).toEqual([['report.hidden', null]])
    expect(await reportsOf(owner)).toEqual([])
    expect(await stored(message.id)).toMatchObject([{ status: 'hidden', decidedBy: owner.user.id }])
    const [event] = await db().select().from(auditEvents).where(eq(auditEvents.actorId, owner.user.id))
    expect(event).toMatchObject({ kind: 'message.hidden', targetId: String(raju.user.id) })
    expect(event?.details).toEqual({ messageId: message.id, groupId: message.groupId, reason: 'spam' })
  })

  test('one decision settles all reports of it; of many who decide at once one does', async () => {
    const { owner, siti, raju, id, message, report: one } = await reported()
    await db().execute(
      sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${siti.user.id}`,
    )
    await report(owner, message.id)
    const deciders = Array.from({ length: 8 }, (_, index) => {
      const by = index % 2 === 0 ? owner : siti
      return index % 4 < 2 ? hide(by, one) : dismiss(by, one)
    })
    const codes = (await Promise.all(deciders)).map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([204, ...Array(7).fill(409)])
    const rows = await stored(message.id)
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map(({ status, decidedBy }) => `${status} ${decidedBy}`)).size).toBe(1)
    const [kept] = await db().select().from(messages).where(eq(messages.id, message.id))
    expect(kept?.hiddenFor !== null).toBe(rows[0]?.status === 'hidden')
    expect(await toldTo(raju)).toHaveLength(rows[0]?.status === 'hidden' ? 1 : 0)
    expect((await hide(owner, one)).json().code).toBe('report_decided')
  })

  test('whoever reports it at that moment is told, and leaves nothing open', async () => {
    const { owner, id, message, report: one } = await reported()
    const more = await several(6, () => target.asNew())
    for (const { user } of more)
      await db().execute(sql`insert into group_members (group_id, user_id) values (${id}, ${user.id})`)
    const [hidden, ...late] = await Promise.all([
      hide(owner, one),
      ...more.map(each => report(each, message.id)),
    ])
    expect(hidden?.statusCode).toBe(204)
    for (const { statusCode } of late) expect([204, 409]).toContain(statusCode)
    expect((await stored(message.id)).filter(({ status }) => status === 'open')).toEqual([])
  })
})

test('a report that is dismissed leaves the message, and tells whoever made it', async () => {
  const { owner, siti, raju, id, message, report: one } = await reported()
  expect((await dismiss(siti, one)).statusCode).toBe(404)
  expect((await dismiss(owner, one)).statusCode).toBe(204)
  expect(await toldTo(siti)).toEqual([['report.dismissed', null]])
  expect(await toldTo(raju)).toEqual([])
  const [read] = (await siti.call('GET', `/api/messages/${id}`)).json()
  expect(read).toMatchObject({ content: message.content, isHidden: false })
  // She has had her answer.
  expect((await report(siti, message.id)).statusCode).toBe(204)
  expect(await reportsOf(owner)).toEqual([])
})

describe('what was said goes from the report', () => {
  test('ninety days after it was settled, and not before', async () => {
    const [early, late, open] = [await reported(), await reported(), await reported()]
    for (const { owner, report: one } of [early, late]) await dismiss(owner, one)
    const settledBefore = (days: number, { message }: typeof early) =>
      db()
        .update(messageReports)
        .set({ decidedAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(messageReports.messageId, message.id))
    await settledBefore(89, early)
    await settledBefore(91, late)
    await db().execute(sql`update message_reports set created_at = now() - interval '1 year'`)
    await sweepExpired(db())
    expect(await stored(early.message.id)).toHaveLength(1)
    expect(await stored(late.message.id)).toEqual([])
    expect(await stored(open.message.id)).toHaveLength(1)
  })

  test.each(['siti', 'raju'] as const)('when %s is erased', async who => {
    const all = await reported()
    const { message } = all
    const erased = await all[who].call('POST', '/api/account/erase', { currentPassword: testPassword })
    expect(erased.statusCode).toBe(204)
    expect(await stored(message.id)).toEqual([])
    expect(await reportsOf(all.owner)).toEqual([])
  })
})

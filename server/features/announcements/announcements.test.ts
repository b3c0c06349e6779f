import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { connectClient } from '#server/db/client.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { announcementRecipients, announcementRounds, announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { mailOutbox, notifications } from '#server/db/schema/events.ts'
import { signToken } from '#server/secret.ts'
import { type Caller, setUpApp, testContext, testSecret } from '#server/test/app.ts'
import { buildActivity, buildClub, testPassword } from '#server/test/factories.ts'
import { deliverAnnouncements } from './deliver-announcements.service.ts'

const webhookSecret = 'rahsia webhook untuk ujian 0123456789'
const target = setUpApp({ MAIL_WEBHOOK_SECRET: webhookSecret })
const db = () => target.database.db
const deliver = () => deliverAnnouncements(testContext(db()))
const words = { title: 'Pilihan raya', body: 'Salam.\n\nSila **daftar** sebelum Jumaat.' }

async function draft(by: Caller, overrides: object = {}): Promise<number> {
  const answer = await by.call('POST', '/api/announcements', { ...words, ...overrides })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const send = (by: Caller, id: number, body: object = {}) =>
  by.call('POST', `/api/announcements/${id}/send`, body)

async function sent(by: Caller, overrides: object = {}): Promise<number> {
  const id = await draft(by, overrides)
  expect((await send(by, id)).statusCode).toBe(204)
  await deliver()
  return id
}

const recipientsOf = async (id: number) =>
  (
    await db()
      .select({ id: announcementRecipients.userId })
      .from(announcementRecipients)
      .where(eq(announcementRecipients.announcementId, id))
  ).map(row => row.id)

/** A club with its runner and a member. */
async function club(country: 'Japan' | 'France' = 'Japan') {
  const { id } = await buildClub(db(), { country })
  const place = { clubId: id, currentCountry: country }
  return {
    id,
    runner: await target.asNew({ role: 'club_admin_ln', ...place }),
    member: await target.asNew(place),
  }
}

const told = async (userId: number) => ({
  bell: (await db().select().from(notifications).where(eq(notifications.userId, userId))).map(
    row => row.kind,
  ),
  mail: (await db().select().from(mailOutbox).where(eq(mailOutbox.userId, userId))).map(row => row.kind),
})

describe('what a club says', () => {
  test('reaches its own people and nobody else, at the bell, by mail and in the list', async () => {
    const [here, there] = [await club(), await club()]
    const id = await sent(here.runner)
    expect((await recipientsOf(id)).sort()).toEqual([here.runner.user.id, here.member.user.id].sort())
    expect(await told(here.member.user.id)).toEqual({
      bell: ['announcement.sent'],
      mail: ['announcement.sent'],
    })
    expect(await told(there.member.user.id)).toEqual({ bell: [], mail: [] })
    const [item] = (await here.member.call('GET', '/api/announcements')).json()
    expect(item).toMatchObject({
      id,
      title: words.title,
      excerpt: 'Salam. Sila daftar sebelum Jumaat.',
      readAt: null,
    })
    expect((await there.member.call('GET', '/api/announcements')).json()).toEqual([])
    expect((await there.member.call('GET', `/api/announcements/${id}`)).statusCode).toBe(404)
    expect((await there.runner.call('GET', `/api/announcements/${id}`)).statusCode).toBe(404)
    const [first] = (await here.member.call('GET', '/api/notifications')).json()
    expect(first).toMatchObject({ subject: words.title, subjectId: id })
    const { announcements: unread } = (await here.member.call('GET', '/api/dashboard')).json()
    expect(unread.map((one: { id: number }) => one.id)).toEqual([id])
  })

  test('is read when it is opened, and its bell with it', async () => {
    const { runner, member } = await club()
    const id = await sent(runner)
    expect((await member.call('POST', `/api/announcements/${id}/read`, {})).statusCode).toBe(204)
    expect((await member.call('GET', '/api/notifications/unread/count')).json()).toEqual({ count: 0 })
    expect((await member.call('GET', '/api/dashboard')).json().announcements).toEqual([])
    const figures = (await runner.call('GET', `/api/announcements/${id}/figures`)).json()
    expect(figures).toMatchObject({ status: 'sent', recipients: 2, told: 2, read: 1, mails: { waiting: 2 } })
    expect((await member.call('GET', `/api/announcements/${id}/figures`)).statusCode).toBe(403)
  })

  test('is looked after by whoever reaches the club', async () => {
    const { runner } = await club()
    const [same, other, hq] = [
      await target.asNew({ role: 'country_admin', currentCountry: 'Japan' }),
      await target.asNew({ role: 'country_admin', currentCountry: 'France' }),
      await target.asNew({ role: 'hq_admin' }),
    ]
    const id = await draft(runner)
    const change = (by: Caller) => by.call('PUT', `/api/announcements/${id}`, words)
    expect((await change(same)).statusCode).toBe(204)
    expect((await change(hq)).statusCode).toBe(204)
    expect((await change(other)).statusCode).toBe(404)
    expect((await other.call('GET', `/api/announcements/${id}/draft`)).statusCode).toBe(404)
    expect((await send(other, id)).statusCode).toBe(404)
  })

  test('is followed by its country, on the screen and in the trail', async () => {
    const { id: clubId, runner } = await club('France')
    const admin = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const id = await sent(runner)
    const { rows } = await db().execute<{ kinds: string[] }>(sql`
      select array_agg(distinct signal->'to'->'reach'->>'country') as kinds from notices
       where signal->'to'->'reach'->>'clubId' = ${String(clubId)} and signal->'topics' ? 'announcements'`)
    expect(rows[0]?.kinds).toEqual(['France'])
    const trail = (await admin.call('GET', '/api/audit')).json() as {
      kind: string
      target: { id: string } | null
    }[]
    const about = trail.filter(event => event.target?.id === String(id)).map(({ kind }) => kind)
    expect(about.sort()).toEqual(['announcement.created', 'announcement.sent'])
  })

  test('does not reach whoever was brought in by a list and has agreed to nothing yet', async () => {
    const { runner, member } = await club()
    await db().update(users).set({ agreedAt: null }).where(eq(users.id, member.user.id))
    const { count } = (await runner.call('POST', '/api/announcements/audience', { audience: {} })).json()
    expect(count).toBe(1)
    expect(await recipientsOf(await sent(runner))).toEqual([runner.user.id])
    expect(await told(member.user.id)).toEqual({ bell: [], mail: [] })
  })
})

describe('sending', () => {
  test('ten times at once it goes out once, and everybody is told once, also by several jobs', async () => {
    const { runner, member } = await club()
    const id = await draft(runner)
    const codes = (await Promise.all(Array.from({ length: 10 }, () => send(runner, id)))).map(
      r => r.statusCode,
    )
    expect(codes.sort()).toEqual([204, ...Array(9).fill(409)])
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    expect(await told(member.user.id)).toEqual({ bell: ['announcement.sent'], mail: ['announcement.sent'] })
  })

  test('at a time: not before, and not by somebody whose right has ended', async () => {
    const { runner, member } = await club()
    const [kept, lost] = [await draft(runner), await draft(runner)]
    const at = new Date(Date.now() + 3_600_000).toISOString()
    expect((await send(runner, kept, { at: new Date(Date.now() - 1).toISOString() })).statusCode).toBe(409)
    for (const id of [kept, lost]) expect((await send(runner, id, { at })).statusCode).toBe(204)
    await deliver()
    expect(await recipientsOf(kept)).toEqual([])
    const bring = (id: number) =>
      db().update(announcements).set({ sendAt: sql`now()` }).where(eq(announcements.id, id))
    await bring(kept)
    await deliver()
    expect(await recipientsOf(kept)).toContain(member.user.id)
    await bring(lost)
    await db().update(users).set({ role: 'member' }).where(eq(users.id, runner.user.id))
    await deliver()
    expect(await recipientsOf(lost)).toEqual([])
    const [row] = await db().select().from(announcements).where(eq(announcements.id, lost))
    expect(row?.status).toBe('draft')
  })

  test('that was put off is a draft again; what is out cannot be put off, changed or deleted', async () => {
    const { runner } = await club()
    const id = await draft(runner)
    await send(runner, id, { at: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await runner.call('PUT', `/api/announcements/${id}`, words)).statusCode).toBe(409)
    expect((await runner.call('POST', `/api/announcements/${id}/hold`, {})).statusCode).toBe(204)
    expect((await runner.call('POST', `/api/announcements/${id}/hold`, {})).statusCode).toBe(409)
    await send(runner, id)
    await deliver()
    expect((await runner.call('POST', `/api/announcements/${id}/hold`, {})).statusCode).toBe(409)
    expect((await runner.call('PUT', `/api/announcements/${id}`, words)).statusCode).toBe(409)
    expect((await runner.call('DELETE', `/api/announcements/${id}`)).statusCode).toBe(409)
    const other = await draft(runner)
    expect((await runner.call('DELETE', `/api/announcements/${other}`)).statusCode).toBe(204)
    expect((await runner.call('DELETE', `/api/announcements/${other}`)).statusCode).toBe(404)
  })

  test('one that fails holds up no other, and goes out when it can', async () => {
    const [first, second] = [await club(), await club()]
    const stuck = await draft(first.runner)
    const owner = await connectClient(target.database.superuserUrl)
    await owner.query(`
      create function refuse_one() returns trigger language plpgsql as $$ begin
        if new.announcement_id = ${stuck} then raise 'refused'; end if; return new; end $$;
      create trigger refuse_one before insert on announcement_recipients
        for each row execute function refuse_one()`)
    expect((await send(first.runner, stuck)).statusCode).toBe(204)
    expect((await send(second.runner, await draft(second.runner))).statusCode).toBe(204)
    await expect(deliver()).rejects.toThrow()
    expect((await told(second.member.user.id)).bell).toEqual(['announcement.sent'])
    expect((await told(first.member.user.id)).bell).toEqual([])
    await owner.query('drop function refuse_one() cascade')
    // It rests for a minute first, whoever comes by.
    await deliver()
    expect((await told(first.member.user.id)).bell).toEqual([])
    await owner.query(`update announcement_rounds set failed_at = failed_at - interval '1 minute'`)
    await owner.end()
    await deliver()
    expect((await told(first.member.user.id)).bell).toEqual(['announcement.sent'])
  })

  test('to nobody is refused', async () => {
    const { runner } = await club()
    const id = await draft(runner, { audience: { startYears: [1951] } })
    expect((await send(runner, id)).json().code).toBe('announcement_nobody')
  })

  test('urgently is headquarters’ alone, and reaches who switched everything off', async () => {
    const { runner, member, id: clubId } = await club()
    expect((await runner.call('POST', '/api/announcements', { ...words, isUrgent: true })).statusCode).toBe(
      403,
    )
    const mine = await draft(runner)
    expect(
      (await runner.call('PUT', `/api/announcements/${mine}`, { ...words, isUrgent: true })).statusCode,
    ).toBe(403)
    const muted = ['app:announcement.sent', 'mail:announcement.sent']
    await db().update(users).set({ muted }).where(eq(users.id, member.user.id))
    await sent(runner)
    expect(await told(member.user.id)).toEqual({ bell: [], mail: [] })
    const hq = await target.asNew({ role: 'hq_admin' })
    await sent(hq, { isUrgent: true, audience: { clubIds: [clubId] } })
    expect(await told(member.user.id)).toEqual({
      bell: ['announcement.urgent'],
      mail: ['announcement.urgent'],
    })
  })
})

test('those who come to what a club holds are told by it, wherever they are', async () => {
  const [here, there] = [await club(), await club('France')]
  const own = await buildActivity(db(), { clubId: here.id })
  const other = await buildActivity(db(), { clubId: there.id })
  for (const { id } of [own, other])
    for (const { user } of [here.member, there.member])
      await db().insert(activityParticipants).values({ activityId: id, userId: user.id })
  const ofOwn = await sent(here.runner, { audience: { activityId: own.id }, activityId: own.id })
  expect((await recipientsOf(ofOwn)).sort()).toEqual([here.member.user.id, there.member.user.id].sort())
  const ofOther = await sent(here.runner, { audience: { activityId: other.id } })
  expect(await recipientsOf(ofOther)).toEqual([here.member.user.id])
})

describe('what is out', () => {
  test('can be corrected, and says so', async () => {
    const { runner, member } = await club()
    const id = await sent(runner)
    const right = { title: 'Pilihan raya kelab', body: 'Hari **Sabtu**.' }
    expect((await member.call('PUT', `/api/announcements/${id}/correction`, right)).statusCode).toBe(403)
    expect((await runner.call('PUT', `/api/announcements/${id}/correction`, right)).statusCode).toBe(204)
    const read = (await member.call('GET', `/api/announcements/${id}`)).json()
    expect(read).toMatchObject(right)
    expect(read.correctedAt).not.toBeNull()
  })

  test('withdrawn, is gone as well from the bell of somebody who is away', async () => {
    const { runner, member } = await club()
    const id = await sent(runner)
    await db().update(users).set({ status: 'inactive' }).where(eq(users.id, member.user.id))
    await runner.call('POST', `/api/announcements/${id}/withdraw`, {})
    await deliver()
    expect(await told(member.user.id)).toEqual({ bell: [], mail: [] })
  })

  test('does not go out with a question that is over by then', async () => {
    const { runner } = await club()
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const poll = { text: 'Datang?', choices: ['Ya', 'Tidak'], isAnonymous: false, endsAt }
    const id = await draft(runner, { poll })
    const at = new Date(Date.now() + 7_200_000).toISOString()
    expect((await send(runner, id, { at })).json().code).toBe('poll_past')
    expect((await send(runner, id)).statusCode).toBe(204)
  })

  test('can be withdrawn: gone from lists, bells and mail that waits', async () => {
    const { runner, member } = await club()
    const id = await sent(runner)
    const withdraw = () => runner.call('POST', `/api/announcements/${id}/withdraw`, {})
    const codes = (await Promise.all([withdraw(), withdraw()])).map(r => r.statusCode).sort()
    expect(codes).toEqual([204, 409])
    expect((await member.call('GET', '/api/announcements')).json()).toEqual([])
    expect((await member.call('GET', `/api/announcements/${id}`)).statusCode).toBe(404)
    await deliver()
    expect(await told(member.user.id)).toEqual({ bell: [], mail: [] })
  })

  test('while it is still being told stops at once, and leaves nobody with half of it', async () => {
    const { runner, member } = await club()
    const id = await draft(runner)
    await send(runner, id)
    const [one] = await Promise.all([runner.call('POST', `/api/announcements/${id}/withdraw`, {}), deliver()])
    expect(one.statusCode).toBe(204)
    await deliver()
    expect(await told(member.user.id)).toEqual({ bell: [], mail: [] })
    const open = await db().select().from(announcementRounds).where(sql`finished_at is null`)
    expect(open).toEqual([])
  })

  test('reminds those who have not read it, once a day', async () => {
    const { runner, member } = await club()
    const id = await sent(runner)
    await runner.call('POST', `/api/announcements/${id}/read`, {})
    const remind = () => runner.call('POST', `/api/announcements/${id}/remind`, {})
    const codes = (await Promise.all([remind(), remind(), remind()])).map(r => r.statusCode).sort()
    expect(codes).toEqual([204, 409, 409])
    await deliver()
    expect((await told(member.user.id)).bell).toEqual(['announcement.sent', 'announcement.reminder'])
    expect((await told(runner.user.id)).bell).toEqual(['announcement.sent'])
  })
})

describe('a question', () => {
  const poll = { text: 'Datang?', choices: ['Ya', 'Tidak', 'Mungkin'], isAnonymous: true, endsAt: null }

  test('has one answer a person, which can be changed until it ends', async () => {
    const { runner, member } = await club()
    const id = await sent(runner, { poll })
    const answer = (by: Caller, value: unknown) =>
      by.call('PUT', `/api/announcements/${id}/answer`, { answer: value })
    const results = async (by: Caller) => (await by.call('GET', `/api/announcements/${id}`)).json().poll
    expect((await results(member)).results).toBeNull()
    await Promise.all([answer(member, 0), answer(member, 0), answer(member, 1)])
    expect((await answer(member, 2)).statusCode).toBe(204)
    expect(await results(member)).toMatchObject({
      myAnswer: 2,
      results: [
        { choice: 'Ya', count: 0 },
        { choice: 'Tidak', count: 0 },
        { choice: 'Mungkin', count: 1 },
      ],
    })
    expect((await answer(member, 3)).statusCode).toBe(404)
    expect((await answer(member, -1)).statusCode).toBe(400)
    expect((await answer(await target.asNew(), 0)).statusCode).toBe(404)
    expect((await runner.call('GET', `/api/announcements/${id}/figures`)).json().answered).toBe(1)
    await db()
      .update(announcements)
      .set({ poll: { ...poll, endsAt: new Date().toISOString() } })
      .where(eq(announcements.id, id))
    expect((await answer(member, 0)).json().code).toBe('poll_over')
    expect((await results(runner)).results[2].count).toBe(1)
  })

  test('shows its organisers who answered what, unless it was promised otherwise', async () => {
    const { runner, member } = await club()
    const [open, kept] = [
      await sent(runner, { poll: { ...poll, isAnonymous: false } }),
      await sent(runner, { poll }),
    ]
    for (const id of [open, kept])
      expect((await member.call('PUT', `/api/announcements/${id}/answer`, { answer: 1 })).statusCode).toBe(
        204,
      )
    const list = (by: Caller, id: number) => by.call('GET', `/api/announcements/${id}/answers`)
    expect((await list(runner, open)).json()).toMatchObject([{ userId: member.user.id, answer: 1 }])
    expect((await list(runner, kept)).statusCode).toBe(404)
    expect((await list(member, open)).statusCode).toBe(403)
    expect((await list((await club()).runner, open)).statusCode).toBe(404)
  })

  test('needs two to six different answers', async () => {
    const { runner } = await club()
    for (const choices of [['Ya'], ['Ya', 'Ya'], ['1', '2', '3', '4', '5', '6', '7']]) {
      const answer = await runner.call('POST', '/api/announcements', { ...words, poll: { ...poll, choices } })
      expect(answer.statusCode).toBe(400)
    }
  })
})

test('its files are for those it was sent to', async () => {
  const { runner, member } = await club()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = (boundary: string) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      png,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
  const stored = await target.app.inject({
    method: 'POST',
    url: '/api/files?kind=announcement_image',
    headers: {
      cookie: runner.cookie,
      origin: 'http://perantau.test',
      'content-type': 'multipart/form-data; boundary=x',
    },
    payload: form('x'),
  })
  const { id: imageId } = stored.json()
  const id = await draft(runner, { imageId })
  const open = (by: Caller) => by.call('GET', `/api/files/${imageId}`)
  expect((await open(runner)).statusCode).toBe(200)
  expect((await open(member)).statusCode).toBe(404)
  await send(runner, id)
  await deliver()
  expect((await open(member)).statusCode).toBe(200)
  expect((await open(await target.asNew())).statusCode).toBe(404)
})

describe('no more by mail', () => {
  async function mailed() {
    const { runner, member } = await club()
    await sent(runner)
    const [mail] = await db().select().from(mailOutbox).where(eq(mailOutbox.userId, member.user.id))
    return { runner, member, mail: mail as typeof mailOutbox.$inferSelect }
  }
  const post = (token: string, headers: Record<string, string> = {}) =>
    target.app.inject({
      method: 'POST',
      url: `/api/unsubscribe/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'List-Unsubscribe=One-Click',
    })

  test('by one click in a mail program, from wherever that shows it, and said twice', async () => {
    const { runner, member, mail } = await mailed()
    const token = signToken(testSecret, `mail-${mail.id}`)
    for (const origin of ['null', 'https://mail.example'])
      expect((await post(token, { origin, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(204)
    await sent(runner)
    expect((await told(member.user.id)).mail).toEqual(['announcement.sent'])
    expect((await told(member.user.id)).bell).toHaveLength(2)
  })

  test('not by an address that somebody made up', async () => {
    const { member, mail } = await mailed()
    const good = signToken(testSecret, `mail-${mail.id}`)
    for (const token of [
      'x',
      `mail-${mail.id}_x`,
      good.replace(/.$/, '!'),
      signToken(testSecret, String(mail.id)),
    ])
      expect((await post(token)).statusCode).toBe(400)
    const [user] = await db().select().from(users).where(eq(users.id, member.user.id))
    expect(user?.muted).toEqual([])
    // Only this one address takes a form from elsewhere.
    const other = await target.app.inject({
      method: 'POST',
      url: '/api/notifications/read',
      headers: { cookie: member.cookie, origin: 'null' },
      payload: {},
    })
    expect(other.statusCode).toBe(403)
  })

  test('what comes back later is noted when it is signed, and that address is spared', async () => {
    const { runner, member, mail } = await mailed()
    const say = (body: object, { key = webhookSecret, at = Math.floor(Date.now() / 1000) } = {}) => {
      const payload = JSON.stringify(body)
      const signature = createHmac('sha256', key).update(`${at}.${payload}`).digest('hex')
      return target.app.inject({
        method: 'POST',
        url: '/api/outbox/bounces',
        headers: { 'content-type': 'application/json', 'x-timestamp': String(at), 'x-signature': signature },
        payload,
      })
    }
    const bounce = { messageId: `<${mail.messageId}@perantau.test>`, kind: 'bounce', code: '5.1.1' }
    expect((await say(bounce, { key: 'lain' })).statusCode).toBe(401)
    expect((await say(bounce, { at: 1 })).statusCode).toBe(401)
    expect((await say({ ...bounce, kind: 'x' })).statusCode).toBe(400)
    expect((await say({ ...bounce, messageId: '<tiada@perantau.test>' })).statusCode).toBe(204)
    for (let time = 0; time < 2; time++) expect((await say(bounce)).statusCode).toBe(204)
    const [row] = await db().select().from(mailOutbox).where(eq(mailOutbox.id, mail.id))
    expect(row).toMatchObject({ status: 'bounced', lastError: 'bounce 5.1.1' })
    await sent(runner)
    expect((await told(member.user.id)).mail).toEqual(['announcement.sent'])
    expect((await told(runner.user.id)).mail).toHaveLength(2)
  })
})

test('whoever is erased leaves no trace among its readers', async () => {
  const { runner, member } = await club()
  const id = await sent(runner)
  const erased = await member.call('POST', '/api/account/erase', { currentPassword: testPassword })
  expect(erased.statusCode).toBe(204)
  expect(await recipientsOf(id)).toEqual([runner.user.id])
})

test('two who edit one draft at once leave it whole', async () => {
  const { runner } = await club()
  const id = await draft(runner)
  const titles = ['Satu', 'Dua', 'Tiga', 'Empat']
  const codes = await Promise.all(
    titles.map(title => runner.call('PUT', `/api/announcements/${id}`, { title, body: title })),
  )
  expect(codes.map(r => r.statusCode)).toEqual(Array(4).fill(204))
  const { title, body } = (await runner.call('GET', `/api/announcements/${id}/draft`)).json()
  expect(title).toBe(body)
})

test('some hundreds are told in their order, batch by batch, and each once', async () => {
  const { runner, id: clubId } = await club()
  await db().execute(sql`
    insert into users (username, email, full_name, status, club_id, current_country)
      select 'hebah' || n, 'hebah' || n || '@contoh.my', 'Hebah ' || n, 'active', ${clubId}, 'Japan'
        from generate_series(1, 1200) n`)
  const id = await sent(runner)
  const { rows } = await db().execute(sql`
    select count(*)::int as bell, count(distinct user_id)::int as people,
      (select count(distinct user_id)::int from mail_outbox where announcement_id = ${id}) as mail
      from notifications where (params->>'announcementId')::int = ${id}`)
  expect(rows).toEqual([{ bell: 1202, people: 1202, mail: 1202 }])
  const [row] = await db().select().from(announcements).where(eq(announcements.id, id))
  expect(row).toMatchObject({ status: 'sent', recipientCount: 1202 })
})

// Pushes from what causes them to the device that shows them, and the devices themselves.

import { createECDH } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { handOverJobs } from '#server/db/enqueue.ts'
import { pushDevices, sessions } from '#server/db/schema/accounts.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { notify } from '#server/events/events.service.ts'
import { writeMessages } from '#server/features/chat/write-messages.service.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { pushMessages } from '#server/push/push-messages.service.ts'
import { sendPush } from '#server/push/send-push.service.ts'
import { openVapid } from '#server/push/vapid.ts'
import { setUpApp, testContext, testSecret } from '#server/test/app.ts'
import { buildCallGroup, buildTalk, joinCall } from '#server/test/calls.ts'
import { buildGroup, cookieFor } from '#server/test/chat.ts'
import { encryptedGroupsOn } from '#server/test/e2ee.ts'
import { buildActivity, buildSession, testPassword } from '#server/test/factories.ts'
import { until } from '#server/test/program.ts'
import { open, startPushService } from '#server/test/push-service.ts'

const service = await startPushService()
const target = setUpApp({ TEST_PUSH_URL: service.url })
const { people } = encryptedGroupsOn(target)

type Person = Awaited<ReturnType<typeof target.asNew>>
type Device = Awaited<ReturnType<typeof turnOn>>
let key = ''

beforeAll(async () => {
  const someone = await target.asNew()
  key = (await someone.call('GET', '/api/push')).json().key
})
afterEach(() => service.answerWith())
afterAll(async () => {
  await service.stop()
  expect(service.faults).toEqual([])
})

/** Turned on at the browser that this person calls from. */
async function turnOn(person: Pick<Person, 'call'>) {
  const device = service.subscribe(key)
  const answer = await person.call('POST', '/api/push/devices', device.body)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  return device
}

async function withDevice(overrides: Parameters<typeof target.asNew>[0] = {}) {
  const person = await target.asNew(overrides)
  return { ...person, device: await turnOn(person) }
}

let counter = 0
async function say(person: { user: { id: number; fullName: string } }, groupId: number, ...said: string[]) {
  const { db, pool } = target.database
  const sessionId = await buildSession(db, person.user.id)
  const { id, fullName } = person.user
  const batch = said.map(content => ({
    groupId,
    user: { id, fullName, profileImageUrl: null },
    sessionId,
    clientId: `tolak-${counter++}`,
    content,
    messageType: 'text',
    metadata: null,
  }))
  const { fresh } = await writeMessages(db, pool, batch)
  expect(fresh).toHaveLength(said.length)
}

const context = () => testContext(target.database.db, target.app.settings)
const vapid = () => openVapid(target.app.settings, testSecret)

interface Waiting {
  id: string
  payload: GraphileWorker.Tasks['send_push']
  delay: number
  [column: string]: unknown
}
/** The jobs that wait, taken out of the queue. */
async function takeJobs(): Promise<Waiting[]> {
  await handOverJobs(target.database.db)
  const { rows } = await target.database.db.execute<Waiting>(sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'send_push'
    returning j.id::text, j.payload, extract(epoch from j.run_at - now())::float8 as delay`)
  return rows
}

/** All that would be done by and by, now. */
async function sendAll(): Promise<Waiting[]> {
  const jobs = await takeJobs()
  for (const { id, payload } of jobs) await sendPush(context(), vapid(), payload, id)
  return jobs
}

async function pushGroup(groupId: number): Promise<void> {
  await pushMessages(context(), groupId)
  await sendAll()
}

const bodies = ({ received }: Device) => received.map(({ message }) => [message.title, message.body])
const devicesOf = async (person: Pick<Person, 'call'>) =>
  (await person.call('GET', '/api/push')).json().devices

describe('a push', () => {
  test('of messages is sealed to the browser and signed by us, one for a whole burst', async () => {
    const jobs = startJobs({
      database: target.database,
      settings: target.app.settings,
      secret: testSecret,
      storage: target.app.context.storage,
      log: pino({ level: 'silent' }),
    })
    const [ali, siti] = [await target.asNew({ fullName: 'Ali' }), await withDevice()]
    const groupId = await buildGroup(target.database.db, [ali.user, siti.user], { name: 'Kelab Leeds' })
    await say(ali, groupId, 'Satu')
    await say(ali, groupId, 'Dua', 'Tiga')
    await until(() => siti.device.received.length > 0)
    await jobs.stop()
    expect(siti.device.received).toHaveLength(1)
    const [{ headers, message, claims, key: signedBy }] = siti.device.received as [
      (typeof siti.device.received)[0],
    ]
    expect(message).toEqual({
      tag: `group-${groupId}`,
      about: 'group',
      id: groupId,
      url: `/communication?group=${groupId}`,
      title: 'Kelab Leeds',
      body: '3 mesej baharu\nAli: Tiga',
      unseen: { group: [groupId], notification: [], call: [] },
      count: 3,
    })
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      ttl: String(3 * 24 * 60 * 60),
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:tiada-balasan@localhost' })
    expect(claims.exp).toBeGreaterThan(Date.now() / 1000)
    expect(claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 60 * 60)
    expect(signedBy).toBe(key)
    const [{ usedAt }] = await devicesOf(siti)
    expect(usedAt).toMatch(/Z$/)
  })

  test('what the receiver of these tests opens is what the standard seals', () => {
    // RFC 8291, appendix A.
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    expect(open(Buffer.from(body, 'base64url'), { ecdh, auth })).toBe(
      'When I grow up, I want to be a watermelon',
    )
  })

  test('goes to those who have not read it, and not to whoever said it', async () => {
    const [ali, siti, muthu] = [await withDevice(), await withDevice(), await withDevice()]
    const everybody = [ali.user, siti.user, muthu.user]
    const groupId = await buildGroup(target.database.db, everybody, { name: 'Bertiga' })
    await say(ali, groupId, 'Jumpa di stesen')
    expect((await muthu.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })).statusCode).toBe(200)
    await pushMessages(context(), groupId)
    const jobs = await takeJobs()
    expect(jobs.map(({ payload }) => payload.to.length)).toEqual([1])
    for (const { id, payload } of jobs) await sendPush(context(), vapid(), payload, id)
    expect([ali, siti, muthu].map(({ device }) => device.received.length)).toEqual([0, 1, 0])
    // Asked again, there is nothing new.
    await pushGroup(groupId)
    expect(siti.device.received).toHaveLength(1)
    // A member who replied is still notified of unread messages of others. Own messages are not counted.
    await say(siti, groupId, 'Baik')
    await say(muthu, groupId, 'Saya lewat')
    await say(siti, groupId, 'Tak apa')
    await pushGroup(groupId)
    expect(bodies(siti.device).slice(1)).toEqual([
      ['Bertiga', `2 mesej baharu\n${muthu.user.fullName}: Saya lewat`],
    ])
    expect(bodies(ali.device)).toEqual([['Bertiga', `3 mesej baharu\n${siti.user.fullName}: Tak apa`]])
    expect(siti.device.received.at(-1)?.message).toMatchObject({ count: 2 })
    // A group in which only own messages are left is neither counted nor listed as unseen.
    await siti.call('POST', `/api/groups/${groupId}/read`, { seq: 3 })
    const other = await buildGroup(target.database.db, [ali.user, siti.user])
    await say(ali, other, 'Hai')
    await pushGroup(other)
    expect(siti.device.received.at(-1)?.message).toMatchObject({ count: 1, unseen: { group: [other] } })
  })

  test('is not sent of a muted group, unless it calls on the person by name', async () => {
    const [ali, siti] = [await target.asNew(), await withDevice()]
    const groupId = await buildGroup(target.database.db, [ali.user, siti.user])
    const mute = (span: string | null) => siti.call('PUT', `/api/groups/${groupId}/place`, { mute: span })
    expect((await mute('hour')).statusCode).toBe(204)
    await say(ali, groupId, 'Senyap')
    await pushGroup(groupId)
    expect(siti.device.received).toEqual([])
    const word = {
      users: [siti.user.id],
      kind: 'message.mentioned' as const,
      params: { userId: ali.user.id, groupId },
    }
    await notify(context(), word)
    await sendAll()
    expect(siti.device.received.map(({ message }) => message)).toMatchObject([
      { tag: `group-${groupId}`, url: `/communication?group=${groupId}` },
    ])
    // Muted between what was said and what would have been told: nothing either.
    await mute(null)
    await say(ali, groupId, 'Sekarang')
    await pushMessages(context(), groupId)
    await mute('always')
    await sendAll()
    expect(siti.device.received).toHaveLength(1)
    await mute(null)
    await say(ali, groupId, 'Lagi')
    await pushGroup(groupId)
    expect(siti.device.received).toHaveLength(2)
  })

  test('of what was deleted or hidden meanwhile is not sent', async () => {
    const [ali, siti] = [await target.asNew(), await withDevice()]
    const { db } = target.database
    const groupId = await buildGroup(db, [ali.user, siti.user])
    await say(ali, groupId, 'Terlepas cakap')
    await pushMessages(context(), groupId)
    const gone = { seq: 1, op: 'delete', clientId: 'padam' }
    expect((await ali.call('POST', `/api/messages/${groupId}/changes`, gone)).statusCode).toBe(200)
    await sendAll()
    await say(ali, groupId, 'Kata kesat')
    await pushMessages(context(), groupId)
    await db
      .update(messages)
      .set({ hiddenFor: 'abuse' })
      .where(and(eq(messages.groupId, groupId), eq(messages.seq, 2)))
    await sendAll()
    expect(siti.device.received).toEqual([])
  })

  test('that was read before its turn came is not sent', async () => {
    const [ali, siti] = [await target.asNew(), await withDevice()]
    const groupId = await buildGroup(target.database.db, [ali.user, siti.user])
    await say(ali, groupId, 'Sudah dibaca')
    await pushMessages(context(), groupId)
    await siti.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
    expect(await sendAll()).toHaveLength(1)
    expect(siti.device.received).toEqual([])
  })

  test('of an encrypted group says who and where, and nothing of what', async () => {
    const { db } = target.database
    const [ali, siti] = [await target.asNew({ fullName: 'Ali' }), await withDevice()]
    const groupId = await buildGroup(db, [ali.user, siti.user], { name: 'Jawatankuasa' })
    await say(ali, groupId, 'rahsia')
    await db.update(messageGroups).set({ encrypted: true }).where(sql`id = ${groupId}`)
    await pushGroup(groupId)
    const direct = await buildGroup(db, [ali.user, siti.user], {
      directKey: `${ali.user.id}-${siti.user.id}`,
    })
    await say(ali, direct, 'rahsia')
    await db.update(messageGroups).set({ encrypted: true }).where(sql`id = ${direct}`)
    await pushGroup(direct)
    expect(bodies(siti.device)).toEqual([
      ['Jawatankuasa', 'Mesej baharu daripada Ali'],
      ['Ali', 'Mesej baharu'],
    ])
    expect(JSON.stringify(siti.device.received)).not.toContain('rahsia')
  })

  test('reaches all devices of thousands by jobs of fifty, and asks each service once', async () => {
    const { db } = target.database
    const ali = await target.asNew()
    const groupId = await buildGroup(db, [ali.user])
    const { rowCount } = await db.execute(sql`
      with people as (
        insert into users (username, email, full_name, status)
        select 'ramai' || n, 'ramai' || n || '@contoh.my', 'Ramai', 'active' from generate_series(1, 3000) n
        returning id
      ), members as (insert into group_members (group_id, user_id) select ${groupId}, id from people),
      signed_in as (
        insert into sessions (user_id, token, expires_at) select id, 'ramai' || id, now() + interval '1 day' from people
        returning id, user_id)
      insert into push_devices (user_id, session_id, endpoint, p256dh, auth)
      select user_id, id, ${`${service.url}/ramai`} || id, 'x', 'x' from signed_in`)
    expect(rowCount).toBe(3000)
    await say(ali, groupId, 'Salam semua')
    await pushMessages(context(), groupId)
    const jobs = await takeJobs()
    expect(jobs.map(({ payload }) => payload.to.length)).toEqual(Array.from({ length: 60 }, () => 50))
    expect(new Set(jobs.flatMap(({ payload }) => payload.to)).size).toBe(3000)
    await db.delete(pushDevices).where(sql`auth = 'x'`)
  })

  test('of what comes to the bell says the same, leads to the same, and is silent where that is', async () => {
    const { db } = target.database
    const [siti, muted, deaf] = [await withDevice(), await withDevice(), await withDevice()]
    const preference = (person: Person, channel: string) =>
      person.call('PUT', '/api/account/preferences', { channel, kind: 'activity.cancelled', isOn: false })
    expect((await preference(muted, 'push')).statusCode).toBe(204)
    expect((await preference(deaf, 'app')).statusCode).toBe(204)
    const activity = await buildActivity(db, { title: 'Futsal' })
    const told = { users: [siti.user.id, muted.user.id, deaf.user.id], params: { activityId: activity.id } }
    await db.transaction(tx => notify({ db: tx }, { ...told, kind: 'activity.cancelled' }))
    const [job] = await sendAll()
    expect(job?.delay).toBeGreaterThan(0)
    expect(siti.device.received.map(({ message }) => message)).toMatchObject([
      {
        title: 'Aktiviti',
        body: 'Aktiviti dibatalkan: Futsal.',
        url: `/activities/${activity.id}`,
        count: 1,
      },
    ])
    expect([...muted.device.received, ...deaf.device.received]).toEqual([])
    // Not once it was read.
    await db.transaction(tx => notify({ db: tx }, { ...told, kind: 'activity.changed' }))
    await siti.call('POST', '/api/notifications/read', {})
    await sendAll()
    expect(siti.device.received).toHaveLength(1)
    expect(muted.device.received).toHaveLength(1)
    // The first word of a conversation is pushed as a message.
    await db.transaction(tx =>
      notify({ db: tx }, { users: [siti.user.id], kind: 'group.invited', params: { userId: muted.user.id } }),
    )
    expect(await sendAll()).toEqual([])
  })

  test('rings for a call at once, for who is not in it, and a missed call takes its place', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const phones = [await turnOn(ali), await turnOn(siti)]
    const groupId = await buildTalk(db, [ali, siti])
    await joinCall(ali, groupId)
    const [job] = await takeJobs()
    expect(job?.delay).toBeLessThanOrEqual(0)
    if (!job) throw new Error('no job')
    await sendPush(context(), vapid(), job.payload, job.id)
    expect(phones.map(({ received }) => received.length)).toEqual([0, 1])
    const [rung] = phones[1]?.received ?? []
    expect(rung?.headers).toMatchObject({ urgency: 'high', ttl: '45' })
    expect(rung?.message).toMatchObject({
      tag: `call-${groupId}`,
      title: ali.user.fullName,
      body: 'Panggilan video masuk',
      unseen: { call: [groupId] },
    })
    const call = (await ali.call('GET', '/api/calls')).json()[0]
    await ali.call('POST', `/api/calls/${call.id}/leave`, { dev: ali.keys.dev })
    // It rings no more.
    await sendPush(context(), vapid(), job.payload, job.id)
    await sendAll()
    const [, missed, ...more] = phones[1]?.received ?? []
    expect(missed?.message).toMatchObject({ tag: `call-${groupId}`, about: 'notification' })
    expect(missed?.headers.topic).toBe(rung?.headers.topic)
    expect(more).toEqual([])
    const many = await buildCallGroup(db, [ali, siti])
    await joinCall(ali, many)
    await joinCall(siti, many)
    await sendAll()
    expect(phones.map(({ received }) => received.length)).toEqual([0, 2])
  })

  test('says on the other devices of whoever answers that it was answered, without a sound', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const here = await turnOn(siti)
    const cookie = await cookieFor(db, siti.user.id)
    const there = await turnOn({
      call: (method, url, payload) =>
        target.app.inject({ method, url, headers: { cookie }, payload: payload as object }),
    })
    const groupId = await buildTalk(db, [ali, siti])
    await joinCall(ali, groupId)
    await sendAll()
    expect([here.received.length, there.received.length]).toEqual([1, 1])
    expect(there.received[0]?.message).toMatchObject({ callId: expect.any(String) })
    await joinCall(siti, groupId)
    const jobs = await takeJobs()
    for (const { payload, id } of jobs) await sendPush(context(), vapid(), payload, id)
    expect([here.received.length, there.received.length]).toEqual([1, 2])
    expect(there.received[1]?.message).toMatchObject({
      tag: `call-${groupId}`,
      body: 'Dijawab pada peranti lain',
      isQuiet: true,
    })
    expect(there.received[1]?.message).not.toHaveProperty('callId')
    // Over by the time it would be said: then it is not.
    const [call] = (await ali.call('GET', '/api/calls')).json()
    await ali.call('POST', `/api/calls/${call.id}/leave`, { dev: ali.keys.dev })
    for (const { payload, id } of jobs) await sendPush(context(), vapid(), payload, id)
    expect(there.received).toHaveLength(2)
  })

  test('waits through quiet hours, in which it rings only where that was chosen', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const phone = await turnOn(siti)
    const hours = (isForCalls: boolean) => ({ from: '00:00', to: '23:59', zone: 'Asia/Tokyo', isForCalls })
    const set = (quietHours: unknown) => siti.call('PUT', '/api/push/quiet-hours', { quietHours })
    expect((await set(hours(true))).statusCode).toBe(204)
    expect((await siti.call('GET', '/api/push')).json().quietHours).toEqual(hours(true))
    const groupId = await buildTalk(db, [ali, siti])
    const ring = async () => {
      await joinCall(ali, groupId)
      await sendAll()
      const [call] = (await ali.call('GET', '/api/calls')).json()
      await ali.call('POST', `/api/calls/${call.id}/leave`, { dev: ali.keys.dev })
      await sendAll()
    }
    await ring()
    expect(phone.received).toEqual([])
    await set(hours(false))
    await ring()
    expect(bodies(phone)).toEqual([[ali.user.fullName, 'Panggilan video masuk']])
    await set(null)
    await ring()
    expect(phone.received).toHaveLength(3)
    for (const wrong of [
      { ...hours(true), from: '24:00' },
      { ...hours(true), zone: 'Kayangan/Indera' },
      { ...hours(true), extra: 1 },
      'malam',
    ]) {
      expect((await set(wrong)).statusCode).toBe(400)
    }
  })

  test('tells an administrator who was idle for too long no more than that there is something', async () => {
    const { db } = target.database
    const [ali, admin] = [
      await target.asNew({ fullName: 'Ali' }),
      await withDevice({ role: 'country_admin' }),
    ]
    const groupId = await buildGroup(db, [ali.user, admin.user])
    await db
      .update(sessions)
      .set({ lastSeenAt: sql`now() - interval '13 hours'` })
      .where(sql`user_id = ${admin.user.id}`)
    await say(ali, groupId, 'Untuk anda sahaja')
    await pushGroup(groupId)
    expect(bodies(admin.device)).toEqual([['Ada yang baharu', 'Log masuk untuk melihatnya.']])
  })
})

describe('a device', () => {
  async function pushTo({ user }: Person): Promise<Waiting[]> {
    const word = { users: [user.id], kind: 'user.role_changed' as const, params: {} }
    await target.database.db.transaction(tx => notify({ db: tx }, word))
    return sendAll()
  }

  test('that is gone is dropped, one that was refused often enough as well', async () => {
    const [siti, muthu] = [await withDevice(), await withDevice()]
    siti.device.unsubscribe()
    await pushTo(siti)
    expect(await devicesOf(siti)).toEqual([])
    service.answerWith(response => response.writeHead(403).end())
    await pushTo(muthu)
    expect(await devicesOf(muthu)).toHaveLength(1)
    await target.database.db.update(pushDevices).set({ failures: 19 })
    await pushTo(muthu)
    expect(await devicesOf(muthu)).toEqual([])
  })

  test('whose service cannot now is asked again later, as late as that asks; redirects are not followed', async () => {
    const siti = await withDevice()
    for (const [status, headers, delay] of [
      [429, { 'retry-after': '600' }, 600],
      [503, {}, 15],
    ] as const) {
      service.answerWith(response => response.writeHead(status, headers).end())
      await pushTo(siti)
      const [again] = await takeJobs()
      expect(again?.payload).toMatchObject({ attempt: 1 })
      expect(again?.delay).toBeGreaterThan(delay - 5)
      expect(again?.delay).toBeLessThanOrEqual(delay)
    }
    expect(await devicesOf(siti)).toHaveLength(1)
    service.answerWith(response => response.writeHead(307, { location: `${service.url}/dalam` }).end())
    const before = siti.device.received.length
    await pushTo(siti)
    expect(siti.device.received).toHaveLength(before + 1)
    expect(await takeJobs()).toEqual([])
    // The last attempt is the last.
    service.answerWith(response => response.destroy())
    const [{ payload }] = (await pushTo(siti)) as [Waiting]
    await takeJobs()
    await sendPush(context(), vapid(), { ...payload, attempt: 4 }, '0')
    expect(await takeJobs()).toEqual([])
  })

  test('is listed with what it is, and ends with the session it belongs to', async () => {
    const siti = await withDevice()
    const other = await target.as(siti.user)
    await turnOn(other)
    expect(await devicesOf(siti)).toMatchObject([{ isCurrent: true }, { isCurrent: false }])
    const [{ id }] = (await siti.call('GET', '/api/account/sessions'))
      .json()
      .filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    await siti.call('DELETE', `/api/account/sessions/${id}`)
    expect(await devicesOf(siti)).toHaveLength(1)
    const third = await target.as(siti.user)
    await turnOn(third)
    await siti.call('POST', '/api/auth/logout')
    expect(await devicesOf(third)).toMatchObject([{ isCurrent: true }])
  })

  test('ends with the account, be it erased or deactivated', async () => {
    const { db } = target.database
    const admin = await target.asNew({ role: 'system_admin' })
    const [erased, inactive] = [await withDevice(), await withDevice()]
    await erased.call('POST', '/api/account/erase', { currentPassword: testPassword })
    await admin.call('POST', `/api/users/${inactive.user.id}/deactivate`, {})
    const left = await db.select().from(pushDevices)
    const owners = left.map(({ userId }) => userId)
    expect(owners).not.toContain(erased.user.id)
    expect(owners).not.toContain(inactive.user.id)
    const gone = await db.select({ erasedAt: users.erasedAt }).from(users).where(sql`id = ${erased.user.id}`)
    expect(gone[0]?.erasedAt).not.toBeNull()
  })

  test('is turned off by its owner alone', async () => {
    const [siti, stranger] = [await withDevice(), await target.asNew()]
    const [{ id }] = await devicesOf(siti)
    expect((await stranger.call('DELETE', `/api/push/devices/${id}`)).statusCode).toBe(404)
    expect((await siti.call('DELETE', `/api/push/devices/${id}`)).statusCode).toBe(204)
    expect((await siti.call('DELETE', `/api/push/devices/${id}`)).statusCode).toBe(404)
    const groupId = await buildGroup(target.database.db, [stranger.user, siti.user])
    await say(stranger, groupId, 'Ada orang?')
    await pushGroup(groupId)
    expect(siti.device.received).toEqual([])
  })

  test('has one subscription, the newest; the same again changes nothing, and twenty are enough', async () => {
    const siti = await withDevice()
    const events = async () =>
      (
        await target.database.db.execute(sql`select from audit_events where kind = 'push.turned_on'
        and actor_id = ${siti.user.id}`)
      ).rowCount
    expect(await events()).toBe(1)
    expect((await siti.call('POST', '/api/push/devices', siti.device.body)).statusCode).toBe(204)
    expect(await events()).toBe(1)
    await turnOn(siti)
    expect(await devicesOf(siti)).toHaveLength(1)
    const twice = service.subscribe(key).body
    const answers = await Promise.all(
      [1, 2, 3].map(() => siti.call('POST', '/api/push/devices', { ...twice })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    for (let n = 1; n < 20; n++) await turnOn(await target.as(siti.user))
    const full = await (await target.as(siti.user)).call(
      'POST',
      '/api/push/devices',
      service.subscribe(key).body,
    )
    expect([full.statusCode, full.json().code]).toEqual([409, 'too_many_devices'])
    // Its own it may still change.
    await turnOn(siti)
  })

  test('goes over to whoever signs in there next, but only with what the browser alone knows', async () => {
    const [siti, next, thief] = [await withDevice(), await target.asNew(), await target.asNew()]
    const stolen = { ...service.subscribe(key).body, endpoint: siti.device.body.endpoint }
    const refused = await thief.call('POST', '/api/push/devices', stolen)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'push_address'])
    expect(await devicesOf(siti)).toHaveLength(1)
    expect((await next.call('POST', '/api/push/devices', siti.device.body)).statusCode).toBe(204)
    expect(await devicesOf(siti)).toEqual([])
    expect(await devicesOf(next)).toHaveLength(1)
  })

  test.each([
    'http://push.contoh.my/a',
    'https://push.contoh.my:8443/a',
    'https://nama:rahsia@push.contoh.my/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/a',
    'https://pangkalan-data/a',
    'https://metadata.google.internal/a',
    'http://127.0.0.1:1/a',
    'ftp://push.contoh.my/a',
  ])('may not be at %s', async endpoint => {
    const siti = await target.asNew()
    const answer = await siti.call('POST', '/api/push/devices', { ...service.subscribe(key).body, endpoint })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'push_address'])
  })

  test('has keys of the right form, made for the key of ours', async () => {
    const siti = await target.asNew()
    const { body } = service.subscribe(key)
    for (const wrong of [
      { ...body, endpoint: 'bukan alamat' },
      { ...body, endpoint: `https://push.contoh.my/${'a'.repeat(1000)}` },
      { ...body, p256dh: 'BAD' },
      { ...body, auth: `${body.auth}A` },
      { ...body, more: 1 },
    ]) {
      expect((await siti.call('POST', '/api/push/devices', wrong)).statusCode).toBe(400)
    }
    const old = await siti.call('POST', '/api/push/devices', { ...body, key: body.p256dh })
    expect([old.statusCode, old.json().code]).toEqual([409, 'push_key_changed'])
    expect(await devicesOf(siti)).toEqual([])
  })
})

test('nobody hears of a group they have left', async () => {
  const { db } = target.database
  const [ali, siti] = [await target.asNew(), await withDevice()]
  const groupId = await buildGroup(db, [ali.user, siti.user])
  await say(ali, groupId, 'Selamat tinggal')
  await pushMessages(context(), groupId)
  await db.delete(groupMembers).where(sql`user_id = ${siti.user.id}`)
  await sendAll()
  expect(siti.device.received).toEqual([])
})

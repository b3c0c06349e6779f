// Web push end to end: from the event to the decrypted message on a device, and the list of devices.

import { createECDH } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { moveQueuedJobsToGraphileWorker } from '#server/db/queue/enqueue-jobs.ts'
import { pushDevices, sessions } from '#server/db/schema/accounts.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { notifyUsers } from '#server/events/events.service.ts'
import { writeMessagesOfOneGroup } from '#server/features/chat/messages/write-messages.service.ts'
import { startJobWorkers } from '#server/jobs/jobs.ts'
import { runInLanguage } from '#server/language.ts'
import { queueMessagePushes } from '#server/push/queue-message-pushes.service.ts'
import { sendPushBatch } from '#server/push/send-push-batch.service.ts'
import { loadVapidKeys } from '#server/push/vapid.ts'
import { buildDirectMessage, createEncryptedTestGroup, joinCall } from '#server/test/chat/call-members.ts'
import { createChatGroup, createSessionCookie } from '#server/test/chat/chat-client.ts'
import { createEncryptedGroupHelpers } from '#server/test/chat/e2ee-members.ts'
import { decryptPushMessage, startFakePushService } from '#server/test/fakes/push-service.ts'
import { buildTestServiceContext, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildActivity, createTestSessionInDatabase, testPassword } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'

const service = await startFakePushService()
const target = setUpApp({ TEST_PUSH_URL: service.url })
const { people } = createEncryptedGroupHelpers(target)

type Person = Awaited<ReturnType<typeof target.asNew>>
type Device = Awaited<ReturnType<typeof registerPushDevice>>
let key = ''

beforeAll(async () => {
  const anyUser = await target.asNew()
  key = (await anyUser.call('GET', '/api/push')).json().key
})
afterEach(() => service.setResponder())
afterAll(async () => {
  await service.stop()
  expect(service.faults).toEqual([])
})

/** Turns on push notifications for the browser session of this test client. */
async function registerPushDevice(person: Pick<Person, 'call'>) {
  const device = service.subscribeDevice(key)
  const response = await person.call('POST', '/api/push/devices', device.body)
  expect([response.statusCode, response.body]).toEqual([204, ''])
  return device
}

async function buildUserWithDevice(overrides: Parameters<typeof target.asNew>[0] = {}) {
  const person = await target.asNew(overrides)
  return { ...person, device: await registerPushDevice(person) }
}

let counter = 0
async function sendMessages(
  person: { user: { id: number; fullName: string } },
  groupId: number,
  ...contents: string[]
) {
  const { db, pool } = target.database
  const sessionId = await createTestSessionInDatabase(db, person.user.id)
  const { id, fullName } = person.user
  const batch = contents.map(content => ({
    groupId,
    user: { id, fullName, profileImageUrl: null },
    sessionId,
    clientId: `tolak-${counter++}`,
    content,
    messageType: 'text',
    metadata: null,
  }))
  const { newMessages } = await writeMessagesOfOneGroup(db, pool, batch)
  expect(newMessages).toHaveLength(contents.length)
}

const createPushContext = () => buildTestServiceContext(target.database.db, target.app.settings)
const readVapidKeys = () => loadVapidKeys(target.app.settings, testSecret)

interface WaitingJob {
  id: string
  payload: GraphileWorker.Tasks['send_push']
  delay: number
  [column: string]: unknown
}
/** Removes all push notification jobs from the queue and returns them. */
async function takePushJobs(): Promise<WaitingJob[]> {
  await moveQueuedJobsToGraphileWorker(target.database.db)
  const { rows } = await target.database.db.execute<WaitingJob>(sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'send_push'
    returning j.id::text, j.payload, extract(epoch from j.run_at - now())::float8 as delay`)
  return rows
}

/** Executes all push notification jobs in the queue now. */
async function sendQueuedPushes(): Promise<WaitingJob[]> {
  const jobs = await takePushJobs()
  for (const { id, payload } of jobs) await sendPushBatch(createPushContext(), readVapidKeys(), payload, id)
  return jobs
}

async function pushMessagesOfGroup(groupId: number): Promise<void> {
  await queueMessagePushes(createPushContext(), groupId)
  await sendQueuedPushes()
}

const listTextsOfReceivedPushes = ({ received }: Device) =>
  received.map(({ message }) => [message.title, message.body])
const listPushDevices = async (person: Pick<Person, 'call'>) =>
  (await person.call('GET', '/api/push')).json().devices

describe('sending a push', () => {
  test('several chat messages are sent as one push notification, encrypted for the browser and signed with the VAPID key', async () => {
    const jobs = startJobWorkers({
      database: target.database,
      settings: target.app.settings,
      secret: testSecret,
      storage: target.app.context.storage,
      log: pino({ level: 'silent' }),
    })
    const [ali, siti] = [await target.asNew({ fullName: 'Ali' }), await buildUserWithDevice()]
    const groupId = await createChatGroup(target.database.db, [ali.user, siti.user], { name: 'Kelab Leeds' })
    await sendMessages(ali, groupId, 'Satu')
    await sendMessages(ali, groupId, 'Dua', 'Tiga')
    await waitUntil(() => siti.device.received.length > 0)
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
      language: 'ms',
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
    const [{ usedAt }] = await listPushDevices(siti)
    expect(usedAt).toMatch(/Z$/)
  })

  test('the simulated push receiver used in the push tests decrypts the example of RFC 8291', () => {
    // The encryption keys and the push message are the example of RFC 8291, appendix A.
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    expect(decryptPushMessage(Buffer.from(body, 'base64url'), { ecdh, auth })).toBe(
      'When I grow up, I want to be a watermelon',
    )
  })

  test('the push notification of a message goes to members who have not read the message, and not to its sender', async () => {
    const [ali, siti, muthu] = [
      await buildUserWithDevice(),
      await buildUserWithDevice(),
      await buildUserWithDevice(),
    ]
    const members = [ali.user, siti.user, muthu.user]
    const groupId = await createChatGroup(target.database.db, members, { name: 'Bertiga' })
    await sendMessages(ali, groupId, 'Jumpa di stesen')
    expect((await muthu.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })).statusCode).toBe(200)
    await queueMessagePushes(createPushContext(), groupId)
    const jobs = await takePushJobs()
    expect(jobs.map(({ payload }) => payload.to.length)).toEqual([1])
    for (const { id, payload } of jobs) await sendPushBatch(createPushContext(), readVapidKeys(), payload, id)
    expect([ali, siti, muthu].map(({ device }) => device.received.length)).toEqual([0, 1, 0])
    // A second run of the push job finds no new messages.
    await pushMessagesOfGroup(groupId)
    expect(siti.device.received).toHaveLength(1)
    // A member who replied is still notified of unread messages of others. Own messages are not counted.
    await sendMessages(siti, groupId, 'Baik')
    await sendMessages(muthu, groupId, 'Saya lewat')
    await sendMessages(siti, groupId, 'Tak apa')
    await pushMessagesOfGroup(groupId)
    expect(listTextsOfReceivedPushes(siti.device).slice(1)).toEqual([
      ['Bertiga', `2 mesej baharu\n${muthu.user.fullName}: Saya lewat`],
    ])
    expect(listTextsOfReceivedPushes(ali.device)).toEqual([
      ['Bertiga', `3 mesej baharu\n${siti.user.fullName}: Tak apa`],
    ])
    expect(siti.device.received.at(-1)?.message).toMatchObject({ count: 2 })
    // A group whose unseen messages are all the user's own is neither counted nor listed in the push notification.
    await siti.call('POST', `/api/groups/${groupId}/read`, { seq: 3 })
    const other = await createChatGroup(target.database.db, [ali.user, siti.user])
    await sendMessages(ali, other, 'Hai')
    await pushMessagesOfGroup(other)
    expect(siti.device.received.at(-1)?.message).toMatchObject({ count: 1, unseen: { group: [other] } })
  })

  test('a muted group sends no push notification, except when the member is mentioned', async () => {
    const [ali, siti] = [await target.asNew(), await buildUserWithDevice()]
    const groupId = await createChatGroup(target.database.db, [ali.user, siti.user])
    const muteGroup = (span: string | null) =>
      siti.call('PUT', `/api/groups/${groupId}/place`, { mute: span })
    expect((await muteGroup('hour')).statusCode).toBe(204)
    await sendMessages(ali, groupId, 'Senyap')
    await pushMessagesOfGroup(groupId)
    expect(siti.device.received).toEqual([])
    const notification = {
      users: [siti.user.id],
      kind: 'message.mentioned' as const,
      params: { userId: ali.user.id, groupId },
    }
    await notifyUsers(createPushContext(), notification)
    await sendQueuedPushes()
    expect(siti.device.received.map(({ message }) => message)).toMatchObject([
      { tag: `group-${groupId}`, url: `/communication?group=${groupId}` },
    ])
    // The member mutes the group after the message was sent and before the push notification is.
    await muteGroup(null)
    await sendMessages(ali, groupId, 'Sekarang')
    await queueMessagePushes(createPushContext(), groupId)
    await muteGroup('always')
    await sendQueuedPushes()
    expect(siti.device.received).toHaveLength(1)
    await muteGroup(null)
    await sendMessages(ali, groupId, 'Lagi')
    await pushMessagesOfGroup(groupId)
    expect(siti.device.received).toHaveLength(2)
  })

  test('no push notification is sent for a message that was deleted or hidden in the meantime', async () => {
    const [ali, siti] = [await target.asNew(), await buildUserWithDevice()]
    const { db } = target.database
    const groupId = await createChatGroup(db, [ali.user, siti.user])
    await sendMessages(ali, groupId, 'Terlepas cakap')
    await queueMessagePushes(createPushContext(), groupId)
    const deletion = { seq: 1, op: 'delete', clientId: 'padam' }
    expect((await ali.call('POST', `/api/messages/${groupId}/changes`, deletion)).statusCode).toBe(200)
    await sendQueuedPushes()
    await sendMessages(ali, groupId, 'Kata kesat')
    await queueMessagePushes(createPushContext(), groupId)
    await db
      .update(messages)
      .set({ hiddenFor: 'abuse' })
      .where(and(eq(messages.groupId, groupId), eq(messages.seq, 2)))
    await sendQueuedPushes()
    expect(siti.device.received).toEqual([])
  })

  test('no push notification is sent for a message that was read in the meantime', async () => {
    const [ali, siti] = [await target.asNew(), await buildUserWithDevice()]
    const groupId = await createChatGroup(target.database.db, [ali.user, siti.user])
    await sendMessages(ali, groupId, 'Sudah dibaca')
    await queueMessagePushes(createPushContext(), groupId)
    await siti.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
    expect(await sendQueuedPushes()).toHaveLength(1)
    expect(siti.device.received).toEqual([])
  })

  test('the push notification of an encrypted message names sender and group but no content', async () => {
    const { db } = target.database
    const [ali, siti] = [await target.asNew({ fullName: 'Ali' }), await buildUserWithDevice()]
    const groupId = await createChatGroup(db, [ali.user, siti.user], { name: 'Jawatankuasa' })
    await sendMessages(ali, groupId, 'rahsia')
    await db.update(messageGroups).set({ encrypted: true }).where(sql`id = ${groupId}`)
    await pushMessagesOfGroup(groupId)
    const direct = await createChatGroup(db, [ali.user, siti.user], {
      directKey: `${ali.user.id}-${siti.user.id}`,
    })
    await sendMessages(ali, direct, 'rahsia')
    await db.update(messageGroups).set({ encrypted: true }).where(sql`id = ${direct}`)
    await pushMessagesOfGroup(direct)
    expect(listTextsOfReceivedPushes(siti.device)).toEqual([
      ['Jawatankuasa', 'Mesej baharu daripada Ali'],
      ['Ali', 'Mesej baharu'],
    ])
    expect(JSON.stringify(siti.device.received)).not.toContain('rahsia')
  })

  test('a push notification is written in the language of its recipient, not of the sender', async () => {
    const ali = await target.asNew({ fullName: 'Ali', language: 'ms' })
    const [malay, english] = [
      await buildUserWithDevice({ language: null }),
      await buildUserWithDevice({ language: 'en' }),
    ]
    const groupId = await createChatGroup(target.database.db, [ali.user, malay.user, english.user])
    await runInLanguage('ms', () => sendMessages(ali, groupId, 'Satu', 'Dua'))
    await queueMessagePushes(createPushContext(), groupId)
    await sendQueuedPushes()
    expect(malay.device.received.at(-1)?.message.body).toBe('2 mesej baharu\nAli: Dua')
    expect(english.device.received.at(-1)?.message.body).toBe('2 new messages\nAli: Dua')
  })

  test('a push notification about an announcement or activity has the title in the language of its recipient', async () => {
    const { db } = target.database
    const second = { secondLanguage: 'en' as const, secondTitle: 'Poetry Night' }
    const author = await target.asNew({ language: 'ms' })
    const activity = await buildActivity(db, { title: 'Malam Puisi', ...second })
    const [announcement] = await db
      .insert(announcements)
      .values({
        authorId: author.user.id,
        title: 'Malam Puisi',
        body: 'Sajak',
        ...second,
        secondBody: 'Verse',
      })
      .returning()
    const readers = [
      await buildUserWithDevice({ language: null }),
      await buildUserWithDevice({ language: 'en' }),
    ]
    await runInLanguage('ms', () =>
      createPushContext().transaction(async tx => {
        const users = readers.map(({ user }) => user.id)
        await notifyUsers(tx, { users, kind: 'activity.created', params: { activityId: activity.id } })
        const announcementId = announcement?.id ?? 0
        await notifyUsers(tx, { users, kind: 'announcement.sent', params: { announcementId } })
      }),
    )
    await sendQueuedPushes()
    const [malay, english] = readers.map(({ device }) => device.received.map(({ message }) => message.body))
    expect(malay).toEqual([expect.stringContaining('Malam Puisi'), expect.stringContaining('Malam Puisi')])
    expect(english).toEqual([
      expect.stringContaining('Poetry Night'),
      expect.stringContaining('Poetry Night'),
    ])
  })

  test('a push notification shows the name of a country group or of the global group in the language of the recipient', async () => {
    const ali = await target.asNew({ fullName: 'Ali', language: 'ms' })
    const [malay, english] = [
      await buildUserWithDevice({ language: 'ms' }),
      await buildUserWithDevice({ language: 'en' }),
    ]
    const members = [ali.user, malay.user, english.user]
    for (const kind of [{ type: 'country', country: 'Netherlands' }, { type: 'global' }] as const) {
      const groupId = await createChatGroup(target.database.db, members, { name: '', ...kind })
      await sendMessages(ali, groupId, 'Satu')
      await pushMessagesOfGroup(groupId)
    }
    const listTitlesOfReceivedPushes = ({ device }: typeof malay) =>
      listTextsOfReceivedPushes(device).map(([title]) => title)
    expect(listTitlesOfReceivedPushes(malay)).toEqual(['Belanda', 'Perantau Sedunia'])
    expect(listTitlesOfReceivedPushes(english)).toEqual(['Netherlands', 'Perantau Worldwide'])
  })

  test('a push notification about an erased person contains the term "former member" in the language of its recipient', async () => {
    const gone = await target.asNew({ fullName: '', status: 'inactive', erasedAt: new Date() })
    const [malay, english] = [
      await buildUserWithDevice({ language: 'ms' }),
      await buildUserWithDevice({ language: 'en' }),
    ]
    const groupId = await createChatGroup(target.database.db, [malay.user, english.user])
    await notifyUsers(createPushContext(), {
      users: [malay.user.id, english.user.id],
      kind: 'message.mentioned',
      params: { userId: gone.user.id, groupId },
    })
    await sendQueuedPushes()
    expect(malay.device.received.at(-1)?.message.body).toContain('Bekas ahli')
    expect(english.device.received.at(-1)?.message.body).toContain('Former member')
  })

  test('a push notification to 300 members is split into jobs for fifty devices each', async () => {
    const { db } = target.database
    const ali = await target.asNew()
    const groupId = await createChatGroup(db, [ali.user])
    const { rowCount } = await db.execute(sql`
      with people as (
        insert into users (username, email, full_name, status)
        select 'ramai' || n, 'ramai' || n || '@contoh.my', 'Ramai', 'active' from generate_series(1, 300) n
        returning id
      ), members as (insert into group_members (group_id, user_id) select ${groupId}, id from people),
      signed_in as (
        insert into sessions (user_id, token, expires_at) select id, 'ramai' || id, now() + interval '1 day' from people
        returning id, user_id)
      insert into push_devices (user_id, session_id, endpoint, p256dh, auth)
      select user_id, id, ${`${service.url}/ramai`} || id, 'x', 'x' from signed_in`)
    expect(rowCount).toBe(300)
    await sendMessages(ali, groupId, 'Salam semua')
    await queueMessagePushes(createPushContext(), groupId)
    const jobs = await takePushJobs()
    expect(jobs.map(({ payload }) => payload.to.length)).toEqual(Array.from({ length: 6 }, () => 50))
    expect(new Set(jobs.flatMap(({ payload }) => payload.to)).size).toBe(300)
    await db.delete(pushDevices).where(sql`auth = 'x'`)
  })

  test('a notification is pushed with its text and URL unless the user turned its kind off for push or in the app', async () => {
    const { db } = target.database
    const [siti, pushMuted, appMuted] = [
      await buildUserWithDevice(),
      await buildUserWithDevice(),
      await buildUserWithDevice(),
    ]
    const turnOffPreference = (person: Person, channel: string) =>
      person.call('PUT', '/api/account/preferences', { channel, kind: 'activity.cancelled', isOn: false })
    expect((await turnOffPreference(pushMuted, 'push')).statusCode).toBe(204)
    expect((await turnOffPreference(appMuted, 'app')).statusCode).toBe(204)
    const activity = await buildActivity(db, { title: 'Futsal' })
    const notification = {
      users: [siti.user.id, pushMuted.user.id, appMuted.user.id],
      params: { activityId: activity.id },
    }
    await db.transaction(tx => notifyUsers({ db: tx }, { ...notification, kind: 'activity.cancelled' }))
    const [job] = await sendQueuedPushes()
    expect(job?.delay).toBeGreaterThan(0)
    expect(siti.device.received.map(({ message }) => message)).toMatchObject([
      {
        title: 'Aktiviti',
        body: 'Aktiviti dibatalkan: Futsal.',
        url: `/activities/${activity.id}`,
        count: 1,
      },
    ])
    expect([...pushMuted.device.received, ...appMuted.device.received]).toEqual([])
    // A notification that was read is not pushed.
    await db.transaction(tx => notifyUsers({ db: tx }, { ...notification, kind: 'activity.changed' }))
    await siti.call('POST', '/api/notifications/read', {})
    await sendQueuedPushes()
    expect(siti.device.received).toHaveLength(1)
    expect(pushMuted.device.received).toHaveLength(1)
    // The invitation to a direct message is not pushed; its first message is.
    await db.transaction(tx =>
      notifyUsers(
        { db: tx },
        { users: [siti.user.id], kind: 'group.invited', params: { userId: pushMuted.user.id } },
      ),
    )
    expect(await sendQueuedPushes()).toEqual([])
  })

  test('a call is pushed at once to members who are not in it, and a missed call replaces that push notification', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const phones = [await registerPushDevice(ali), await registerPushDevice(siti)]
    const groupId = await buildDirectMessage(db, [ali, siti])
    await joinCall(ali, groupId)
    const [job] = await takePushJobs()
    expect(job?.delay).toBeLessThanOrEqual(0)
    if (!job) throw new Error('no job')
    await sendPushBatch(createPushContext(), readVapidKeys(), job.payload, job.id)
    expect(phones.map(({ received }) => received.length)).toEqual([0, 1])
    const [ringPush] = phones[1]?.received ?? []
    expect(ringPush?.headers).toMatchObject({ urgency: 'high', ttl: '45' })
    expect(ringPush?.message).toMatchObject({
      tag: `call-${groupId}`,
      title: ali.user.fullName,
      body: 'Panggilan video masuk',
      unseen: { call: [groupId] },
    })
    const call = (await ali.call('GET', '/api/calls')).json()[0]
    await ali.call('POST', `/api/calls/${call.id}/leave`, { dev: ali.keys.dev })
    // The call has ended, so its queued push notification is not sent.
    await sendPushBatch(createPushContext(), readVapidKeys(), job.payload, job.id)
    await sendQueuedPushes()
    const [, missed, ...more] = phones[1]?.received ?? []
    expect(missed?.message).toMatchObject({ tag: `call-${groupId}`, about: 'notification' })
    expect(missed?.headers.topic).toBe(ringPush?.headers.topic)
    expect(more).toEqual([])
    const many = await createEncryptedTestGroup(db, [ali, siti])
    await joinCall(ali, many)
    await joinCall(siti, many)
    await sendQueuedPushes()
    expect(phones.map(({ received }) => received.length)).toEqual([0, 2])
  })

  test('answering a call sends a silent push notification "answered elsewhere" to the other devices of the user', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const currentDevice = await registerPushDevice(siti)
    const cookie = await createSessionCookie(db, siti.user.id)
    const otherDevice = await registerPushDevice({
      call: (method, url, payload) =>
        target.app.inject({ method, url, headers: { cookie }, payload: payload as object }),
    })
    const groupId = await buildDirectMessage(db, [ali, siti])
    await joinCall(ali, groupId)
    await sendQueuedPushes()
    expect([currentDevice.received.length, otherDevice.received.length]).toEqual([1, 1])
    expect(otherDevice.received[0]?.message).toMatchObject({ callId: expect.any(String) })
    await joinCall(siti, groupId)
    const jobs = await takePushJobs()
    for (const { payload, id } of jobs) await sendPushBatch(createPushContext(), readVapidKeys(), payload, id)
    expect([currentDevice.received.length, otherDevice.received.length]).toEqual([1, 2])
    expect(otherDevice.received[1]?.message).toMatchObject({
      tag: `call-${groupId}`,
      body: 'Dijawab pada peranti lain',
      isQuiet: true,
    })
    expect(otherDevice.received[1]?.message).not.toHaveProperty('callId')
    // When the call is over before the push "answered elsewhere" is sent, nothing is sent.
    const [call] = (await ali.call('GET', '/api/calls')).json()
    await ali.call('POST', `/api/calls/${call.id}/leave`, { dev: ali.keys.dev })
    for (const { payload, id } of jobs) await sendPushBatch(createPushContext(), readVapidKeys(), payload, id)
    expect(otherDevice.received).toHaveLength(2)
  })

  test('quiet hours stop push notifications about messages, and those about calls only if the user has chosen so', async () => {
    const { db } = target.database
    const [ali, siti] = await people(2)
    const phone = await registerPushDevice(siti)
    const buildQuietHoursRequest = (isForCalls: boolean) => ({
      from: '00:00',
      to: '23:59',
      zone: 'Asia/Tokyo',
      isForCalls,
    })
    const setQuietHours = (quietHours: unknown) => siti.call('PUT', '/api/push/quiet-hours', { quietHours })
    expect((await setQuietHours(buildQuietHoursRequest(true))).statusCode).toBe(204)
    expect((await siti.call('GET', '/api/push')).json().quietHours).toEqual(buildQuietHoursRequest(true))
    const groupId = await buildDirectMessage(db, [ali, siti])
    const callGroupAndHangUp = async () => {
      await joinCall(ali, groupId)
      await sendQueuedPushes()
      const [call] = (await ali.call('GET', '/api/calls')).json()
      await ali.call('POST', `/api/calls/${call.id}/leave`, { dev: ali.keys.dev })
      await sendQueuedPushes()
    }
    await callGroupAndHangUp()
    expect(phone.received).toEqual([])
    await setQuietHours(buildQuietHoursRequest(false))
    await callGroupAndHangUp()
    expect(listTextsOfReceivedPushes(phone)).toEqual([[ali.user.fullName, 'Panggilan video masuk']])
    await setQuietHours(null)
    await callGroupAndHangUp()
    expect(phone.received).toHaveLength(3)
    for (const invalid of [
      { ...buildQuietHoursRequest(true), from: '24:00' },
      { ...buildQuietHoursRequest(true), zone: 'Kayangan/Indera' },
      { ...buildQuietHoursRequest(true), extra: 1 },
      'malam',
    ]) {
      expect((await setQuietHours(invalid)).statusCode).toBe(400)
    }
  })

  test('a push notification to an administrator whose session has been idle too long has no content', async () => {
    const { db } = target.database
    const [ali, admin] = [
      await target.asNew({ fullName: 'Ali' }),
      await buildUserWithDevice({ role: 'country_admin' }),
    ]
    const groupId = await createChatGroup(db, [ali.user, admin.user])
    await db
      .update(sessions)
      .set({ lastSeenAt: sql`now() - interval '13 hours'` })
      .where(sql`user_id = ${admin.user.id}`)
    await sendMessages(ali, groupId, 'Untuk anda sahaja')
    await pushMessagesOfGroup(groupId)
    expect(listTextsOfReceivedPushes(admin.device)).toEqual([
      ['Ada yang baharu', 'Log masuk untuk melihatnya.'],
    ])
  })
})

describe('push devices', () => {
  async function notifyUserByPush({ user }: Person): Promise<WaitingJob[]> {
    const notification = { users: [user.id], kind: 'user.role_changed' as const, params: {} }
    await target.database.db.transaction(tx => notifyUsers({ db: tx }, notification))
    return sendQueuedPushes()
  }

  test('a push device is removed when the push service reports it gone or refuses it twenty times', async () => {
    const [siti, muthu] = [await buildUserWithDevice(), await buildUserWithDevice()]
    siti.device.unsubscribe()
    await notifyUserByPush(siti)
    expect(await listPushDevices(siti)).toEqual([])
    service.setResponder(response => response.writeHead(403).end())
    await notifyUserByPush(muthu)
    expect(await listPushDevices(muthu)).toHaveLength(1)
    await target.database.db.update(pushDevices).set({ failures: 19 })
    await notifyUserByPush(muthu)
    expect(await listPushDevices(muthu)).toEqual([])
  })

  test('a push notification is repeated after the time that a busy push service states in Retry-After, and redirects are not followed', async () => {
    const siti = await buildUserWithDevice()
    for (const [status, headers, delay] of [
      [429, { 'retry-after': '600' }, 600],
      [503, {}, 15],
    ] as const) {
      service.setResponder(response => response.writeHead(status, headers).end())
      await notifyUserByPush(siti)
      const [retry] = await takePushJobs()
      expect(retry?.payload).toMatchObject({ attempt: 1 })
      expect(retry?.delay).toBeGreaterThan(delay - 5)
      expect(retry?.delay).toBeLessThanOrEqual(delay)
    }
    expect(await listPushDevices(siti)).toHaveLength(1)
    service.setResponder(response => response.writeHead(307, { location: `${service.url}/dalam` }).end())
    const before = siti.device.received.length
    await notifyUserByPush(siti)
    expect(siti.device.received).toHaveLength(before + 1)
    expect(await takePushJobs()).toEqual([])
    // After the last push attempt no further job is queued.
    service.setResponder(response => response.destroy())
    const [{ payload }] = (await notifyUserByPush(siti)) as [WaitingJob]
    await takePushJobs()
    await sendPushBatch(createPushContext(), readVapidKeys(), { ...payload, attempt: 4 }, '0')
    expect(await takePushJobs()).toEqual([])
  })

  test('push devices are listed with the current device first, and are removed when their session ends', async () => {
    const siti = await buildUserWithDevice()
    const other = await target.as(siti.user)
    await registerPushDevice(other)
    expect(await listPushDevices(siti)).toMatchObject([{ isCurrent: true }, { isCurrent: false }])
    const [{ id }] = (await siti.call('GET', '/api/account/sessions'))
      .json()
      .filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    await siti.call('DELETE', `/api/account/sessions/${id}`)
    expect(await listPushDevices(siti)).toHaveLength(1)
    const third = await target.as(siti.user)
    await registerPushDevice(third)
    await siti.call('POST', '/api/auth/logout')
    expect(await listPushDevices(third)).toMatchObject([{ isCurrent: true }])
  })

  test('push devices are deleted when the account is erased or deactivated', async () => {
    const { db } = target.database
    const admin = await target.asNew({ role: 'system_admin' })
    const [erased, inactive] = [await buildUserWithDevice(), await buildUserWithDevice()]
    await erased.call('POST', '/api/account/erase', { currentPassword: testPassword })
    await admin.call('POST', `/api/users/${inactive.user.id}/deactivate`, {})
    const remaining = await db.select().from(pushDevices)
    const owners = remaining.map(({ userId }) => userId)
    expect(owners).not.toContain(erased.user.id)
    expect(owners).not.toContain(inactive.user.id)
    const erasedUser = await db
      .select({ erasedAt: users.erasedAt })
      .from(users)
      .where(sql`id = ${erased.user.id}`)
    expect(erasedUser[0]?.erasedAt).not.toBeNull()
  })

  test('a push device can be turned off only by its owner', async () => {
    const [siti, stranger] = [await buildUserWithDevice(), await target.asNew()]
    const [{ id }] = await listPushDevices(siti)
    expect((await stranger.call('DELETE', `/api/push/devices/${id}`)).statusCode).toBe(404)
    expect((await siti.call('DELETE', `/api/push/devices/${id}`)).statusCode).toBe(204)
    expect((await siti.call('DELETE', `/api/push/devices/${id}`)).statusCode).toBe(404)
    const groupId = await createChatGroup(target.database.db, [stranger.user, siti.user])
    await sendMessages(stranger, groupId, 'Ada orang?')
    await pushMessagesOfGroup(groupId)
    expect(siti.device.received).toEqual([])
  })

  test('a session has one push subscription, registering it again changes nothing, and a user has at most twenty subscriptions', async () => {
    const siti = await buildUserWithDevice()
    const listPushAuditEvents = async () =>
      (
        await target.database.db.execute(sql`select from audit_events where kind = 'push.turned_on'
        and actor_id = ${siti.user.id}`)
      ).rowCount
    expect(await listPushAuditEvents()).toBe(1)
    expect((await siti.call('POST', '/api/push/devices', siti.device.body)).statusCode).toBe(204)
    expect(await listPushAuditEvents()).toBe(1)
    await registerPushDevice(siti)
    expect(await listPushDevices(siti)).toHaveLength(1)
    const sameSubscription = service.subscribeDevice(key).body
    const responses = await Promise.all(
      [1, 2, 3].map(() => siti.call('POST', '/api/push/devices', { ...sameSubscription })),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    for (let n = 1; n < 20; n++) await registerPushDevice(await target.as(siti.user))
    const full = await (await target.as(siti.user)).call(
      'POST',
      '/api/push/devices',
      service.subscribeDevice(key).body,
    )
    expect([full.statusCode, full.json().code]).toEqual([409, 'too_many_devices'])
    // At the limit of twenty devices a session may still replace its own push subscription.
    await registerPushDevice(siti)
  })

  test('a push device is assigned to the next user of the same browser only when that user sends the keys of the subscription', async () => {
    const [siti, nextUser, thief] = [await buildUserWithDevice(), await target.asNew(), await target.asNew()]
    const stolen = { ...service.subscribeDevice(key).body, endpoint: siti.device.body.endpoint }
    const refused = await thief.call('POST', '/api/push/devices', stolen)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'push_address'])
    expect(await listPushDevices(siti)).toHaveLength(1)
    expect((await nextUser.call('POST', '/api/push/devices', siti.device.body)).statusCode).toBe(204)
    expect(await listPushDevices(siti)).toEqual([])
    expect(await listPushDevices(nextUser)).toHaveLength(1)
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
  ])('turning on push notifications returns 400 for the endpoint %s', async endpoint => {
    const siti = await target.asNew()
    const response = await siti.call('POST', '/api/push/devices', {
      ...service.subscribeDevice(key).body,
      endpoint,
    })
    expect([response.statusCode, response.json().code]).toEqual([400, 'push_address'])
  })

  test('turning on push notifications returns 400 for malformed keys and for a subscription that belongs to another VAPID key', async () => {
    const siti = await target.asNew()
    const { body } = service.subscribeDevice(key)
    for (const invalid of [
      { ...body, endpoint: 'bukan alamat' },
      { ...body, endpoint: `https://push.contoh.my/${'a'.repeat(1000)}` },
      { ...body, p256dh: 'BAD' },
      { ...body, auth: `${body.auth}A` },
      { ...body, more: 1 },
    ]) {
      expect((await siti.call('POST', '/api/push/devices', invalid)).statusCode).toBe(400)
    }
    const old = await siti.call('POST', '/api/push/devices', { ...body, key: body.p256dh })
    expect([old.statusCode, old.json().code]).toEqual([409, 'push_key_changed'])
    expect(await listPushDevices(siti)).toEqual([])
  })
})

test('a member who has left the group gets no push notification for its messages', async () => {
  const { db } = target.database
  const [ali, siti] = [await target.asNew(), await buildUserWithDevice()]
  const groupId = await createChatGroup(db, [ali.user, siti.user])
  await sendMessages(ali, groupId, 'Selamat tinggal')
  await queueMessagePushes(createPushContext(), groupId)
  await db.delete(groupMembers).where(sql`user_id = ${siti.user.id}`)
  await sendQueuedPushes()
  expect(siti.device.received).toEqual([])
})

// Names of former members and of system groups are not stored but written in the language of the reader.
import { strFromU8, unzipSync } from 'fflate'
import { runOnce } from 'graphile-worker'
import { expect, test } from 'vitest'
import { moveQueuedJobsToGraphileWorker } from '#server/db/queue/enqueue-jobs.ts'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { createJobHandlers } from '#server/jobs/jobs.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import { buildTestServiceContext, type Caller, setUpApp } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'
import { syncSystemGroups } from './system-groups.service.ts'

const target = setUpApp()

const signInReaders = async () => {
  const overrides = { currentCountry: 'Netherlands' as const }
  const malay = await target.asNew({ ...overrides, language: 'ms' })
  const english = await target.asNew({ ...overrides, language: 'en' })
  return [malay, english] as const
}

interface ListedName {
  id: number
  name: string
  lastMessage: { sender: { fullName: string } } | null
}

const listGroups = async (caller: Caller): Promise<ListedName[]> =>
  (await caller.call('GET', '/api/groups')).json()

test('groups of all users and of a country store no name and are listed in the language of the reader', async () => {
  const { db } = target.database
  const [malay, english] = await signInReaders()
  await syncSystemGroups(db, malay.user.id, english.user.id)
  expect((await db.select().from(messageGroups)).map(({ name }) => name)).toEqual(['', ''])
  const listNames = async (caller: Caller) => (await listGroups(caller)).map(({ name }) => name).sort()
  expect(await listNames(malay)).toEqual(['Belanda', 'Perantau Sedunia'])
  expect(await listNames(english)).toEqual(['Netherlands', 'Perantau Worldwide'])
  // Groups that earlier releases created have a stored name in one language.
  await db.update(messageGroups).set({ name: 'Perantau Sedunia' })
  expect(await listNames(english)).toEqual(['Netherlands', 'Perantau Worldwide'])
})

test('an erased user has no stored name and is listed as a former member in the language of the reader', async () => {
  const { db } = target.database
  const [malay, english] = await signInReaders()
  const gone = await target.asNew({ currentCountry: 'Netherlands', language: 'en' })
  const groupId = await createChatGroup(db, [gone.user, malay.user, english.user])
  await db.insert(messages).values({ groupId, seq: 1, senderId: gone.user.id, content: 'Jumpa lagi' })
  await db.update(messageGroups).set({ lastSeq: 1 })
  for (const { user } of [malay, english])
    await db
      .insert(notifications)
      .values({ userId: user.id, kind: 'office.term_set', params: { userId: gone.user.id } })
  await malay.call('POST', '/api/groups', { direct: true, memberIds: [gone.user.id] })
  await english.call('POST', '/api/groups', { direct: true, memberIds: [gone.user.id] })
  const erased = await gone.call('POST', '/api/account/erase', { currentPassword: testPassword })
  expect(erased.statusCode).toBe(204)
  const stored = await db.execute<{ full_name: string }>(
    `select full_name from users where id = ${gone.user.id}`,
  )
  expect(stored.rows).toEqual([{ full_name: '' }])
  for (const [reader, name] of [
    [malay, 'Bekas ahli'],
    [english, 'Former member'],
  ] as const) {
    const groups = await listGroups(reader)
    const direct = groups.filter(group => group.id !== groupId).map(group => group.name)
    expect(direct).toContain(name)
    expect(groups.find(({ id }) => id === groupId)?.lastMessage?.sender.fullName).toBe(name)
    const [message] = (await reader.call('GET', `/api/messages/${groupId}`)).json()
    expect(message.sender.fullName).toBe(name)
    const [notification] = (await reader.call('GET', '/api/notifications')).json()
    expect(notification.subject).toBe(name)
    const search = (await reader.call('GET', '/api/messages/search?search=jumpa')).json()
    expect(search.found[0].sender.fullName).toBe(name)
  }
})

test('the audit log names direct messages and former members in the language of the reader', async () => {
  const [malay, english] = [
    await target.asNew({ role: 'system_admin', language: 'ms' }),
    await target.asNew({ role: 'system_admin', language: 'en' }),
  ]
  const gone = await target.asNew()
  await gone.call('POST', '/api/groups', { direct: true, memberIds: [malay.user.id] })
  await malay.call('POST', '/api/groups', { direct: true, memberIds: [gone.user.id] })
  await gone.call('POST', '/api/account/erase', { currentPassword: testPassword })
  const readNames = async (caller: Caller) => {
    const readFirstAuditEvent = async (kind: string) =>
      (await caller.call('GET', `/api/audit?kind=${kind}`)).json()[0]
    return [
      (await readFirstAuditEvent('group.created')).target.name,
      (await readFirstAuditEvent('user.erased')).actor.fullName,
    ]
  }
  expect(await readNames(malay)).toEqual(['Perbualan peribadi', 'Bekas ahli'])
  expect(await readNames(english)).toEqual(['Private conversation', 'Former member'])
})

test('the data export names groups in the language of its owner', async () => {
  const { db, appUrl } = target.database
  const [malay, english] = await signInReaders()
  await syncSystemGroups(db, english.user.id)
  await english.call('POST', '/api/groups', { direct: true, memberIds: [malay.user.id] })
  const { id } = (await english.call('POST', '/api/account/data')).json()
  await moveQueuedJobsToGraphileWorker(db)
  const taskList = createJobHandlers(buildTestServiceContext(db, target.app.settings))
  await runOnce({ connectionString: appUrl, taskList, noHandleSignals: true })
  const response = await english.call('GET', `/api/account/data/${id}`)
  const zip = unzipSync(new Uint8Array(response.rawPayload))
  const readDataExportFile = (file: string) => JSON.parse(strFromU8(zip[`data/${file}.json`] as Uint8Array))
  expect(
    readDataExportFile('kumpulan')
      .map(({ group }: { group: string }) => group)
      .sort(),
  ).toEqual(['Netherlands', 'Perantau Worldwide', 'Private conversation'])
  expect(readDataExportFile('kumpulan-dicipta')).toMatchObject([{ name: 'Private conversation' }])
})

test('the database rejects empty names, except for erased users and for groups whose kind determines the name', async () => {
  const { db } = target.database
  const name = ''
  await expect(
    db.insert(users).values({ username: 'x', email: 'x@contoh.my', fullName: name }),
  ).rejects.toThrow()
  await expect(db.insert(messageGroups).values({ name, type: 'custom' })).rejects.toThrow()
})

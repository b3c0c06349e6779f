import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { rollCallPeople, rollCalls } from '#server/db/schema/roll-calls.ts'
import { buildTestServiceContext, type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub } from '#server/test/harness/factories.ts'
import { deleteExpiredRollCalls, sendRollCallNotifications } from './send-roll-call-notifications.service.ts'

const target = setUpApp()
const getDatabase = () => target.database.db
const runRollCallDelivery = () => sendRollCallNotifications(buildTestServiceContext(getDatabase()))
let cities = 0

/** Builds a city with a club, the administrator of its country, and two members. */
async function buildCity() {
  const name = `Bandar ${++cities}`
  const { id: clubId } = await buildClub(getDatabase(), { country: 'Japan', city: name })
  const placement = { clubId, currentCountry: 'Japan' as const }
  return {
    name,
    admin: await target.asNew({ role: 'country_admin', currentCountry: 'Japan' }),
    ali: await target.asNew({ ...placement, phone: '+60 12-345 6789' }),
    siti: await target.asNew(placement),
  }
}

async function startRollCall(by: Caller, body: object): Promise<number> {
  const response = await by.call('POST', '/api/roll-calls', { message: 'Gempa bumi.', ...body })
  expect(response.statusCode, response.body).toBe(201)
  await runRollCallDelivery()
  return response.json().id
}
const answerRollCall = (by: Caller, id: number, body: object = { state: 'safe' }) =>
  by.call('PUT', `/api/roll-calls/${id}/answer`, body)
const listPeople = async (by: Caller, id: number, state: string) =>
  (await by.call('GET', `/api/roll-calls/${id}/people?state=${state}`)).json()
const readNotified = async (userId: number) => ({
  bell: (await getDatabase().select().from(notifications).where(eq(notifications.userId, userId))).map(
    row => row.kind,
  ),
  mail: (await getDatabase().select().from(mailOutbox).where(eq(mailOutbox.userId, userId))).map(
    row => row.kind,
  ),
})

test('a roll call (which asks members whether they are safe) notifies everybody in the city on every channel, even muted ones, and nobody elsewhere', async () => {
  const [ownCity, otherCity] = [await buildCity(), await buildCity()]
  await getDatabase()
    .update(users)
    .set({ muted: ['app:announcement.sent', 'mail:announcement.sent', 'push:message.received'] })
    .where(eq(users.id, ownCity.ali.user.id))
  const id = await startRollCall(ownCity.admin, { city: ownCity.name.toUpperCase() })
  // Mails to many recipients have a lower priority than mails to one user, such as password resets.
  const { rows: jobs } = await getDatabase().execute(sql`
    select distinct priority from queued_jobs where task = 'send_mail'
       and (payload->>'id')::int in (select id from mail_outbox where kind = 'roll_call.asked')`)
  expect(jobs).toEqual([{ priority: 10 }])
  await Promise.all([runRollCallDelivery(), runRollCallDelivery()])
  expect(await readNotified(ownCity.ali.user.id)).toEqual({
    bell: ['roll_call.asked'],
    mail: ['roll_call.asked'],
  })
  expect(await readNotified(otherCity.ali.user.id)).toEqual({ bell: [], mail: [] })
  const { counts } = (await ownCity.admin.call('GET', `/api/roll-calls/${id}`)).json()
  expect(counts).toEqual({ asked: 2, told: 2, silent: 2, safe: 0, help: 0 })
  const { rollCalls: unanswered } = (await ownCity.ali.call('GET', '/api/dashboard')).json()
  expect(unanswered.map((rollCall: { id: number }) => rollCall.id)).toEqual([id])
  const [notification] = (await ownCity.ali.call('GET', '/api/notifications')).json()
  expect(notification).toMatchObject({ subjectId: id })
  expect((await otherCity.ali.call('GET', `/api/roll-calls/${id}`)).statusCode).toBe(404)
})

test('a country administrator can start a roll call only in their own country, and members cannot start one', async () => {
  const { admin, ali } = await buildCity()
  const abroad = await admin.call('POST', '/api/roll-calls', { country: 'France', message: 'x' })
  expect(abroad.statusCode).toBe(404)
  expect((await ali.call('POST', '/api/roll-calls', { message: 'x' })).statusCode).toBe(403)
  const hq = await target.asNew({ role: 'hq_admin', currentCountry: null })
  expect((await hq.call('POST', '/api/roll-calls', { message: 'x' })).statusCode).toBe(400)
})

describe('answering a roll call', () => {
  test('a roll call answer has a state, an optional note and location, and the latest answer counts', async () => {
    const { admin, ali, siti, name } = await buildCity()
    const id = await startRollCall(admin, { city: name })
    await Promise.all([answerRollCall(ali, id), answerRollCall(ali, id), answerRollCall(ali, id)])
    expect(
      (await answerRollCall(ali, id, { state: 'help', note: 'Tersekat', place: 'Stesen' })).statusCode,
    ).toBe(204)
    expect(await listPeople(admin, id, 'help')).toMatchObject([
      { note: 'Tersekat', place: 'Stesen', state: 'help' },
    ])
    expect(
      (await listPeople(admin, id, 'silent')).map((person: { userId: number }) => person.userId),
    ).toEqual([siti.user.id])
    expect((await ali.call('GET', '/api/dashboard')).json().rollCalls).toEqual([])
    expect((await ali.call('GET', '/api/notifications/unread/count')).json()).toEqual({ count: 0 })
    expect((await answerRollCall(await target.asNew(), id)).statusCode).toBe(404)
    expect((await answerRollCall(ali, id, { state: 'fine' })).statusCode).toBe(400)
  })

  test('a closed roll call (safety check of members) accepts no answers and no reminders', async () => {
    const { admin, ali, siti, name } = await buildCity()
    const id = await startRollCall(admin, { city: name })
    const closeRollCall = () => admin.call('POST', `/api/roll-calls/${id}/close`, {})
    expect((await Promise.all([closeRollCall(), closeRollCall()])).map(r => r.statusCode).sort()).toEqual([
      204, 409,
    ])
    expect((await answerRollCall(ali, id)).json().code).toBe('roll_call_closed')
    expect((await admin.call('POST', `/api/roll-calls/${id}/remind`, {})).json().code).toBe(
      'roll_call_closed',
    )
    expect(await listPeople(admin, id, 'silent')).toHaveLength(2)
    expect((await siti.call('GET', '/api/dashboard')).json().rollCalls).toEqual([])
  })

  test('roll call answers are visible only to administrators of the country', async () => {
    const { admin, ali, siti, name } = await buildCity()
    const id = await startRollCall(admin, { city: name })
    await answerRollCall(ali, id, { state: 'help', place: 'Rumah' })
    expect((await siti.call('GET', `/api/roll-calls/${id}/people`)).statusCode).toBe(403)
    expect((await siti.call('GET', `/api/roll-calls/${id}`)).json().counts).toBeNull()
    const abroad = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    expect((await abroad.call('GET', `/api/roll-calls/${id}/people`)).statusCode).toBe(404)
  })
})

test('phone numbers in a roll call are revealed one at a time, recorded and visible to their owner', async () => {
  const { admin, ali, siti, name } = await buildCity()
  const id = await startRollCall(admin, { city: name })
  const list = await admin.call('GET', `/api/roll-calls/${id}/people`)
  expect(list.body).not.toContain('345 6789')
  const readPhone = (by: Caller, userId: number) =>
    by.call('POST', `/api/roll-calls/${id}/people/${userId}/phone`, {})
  expect((await readPhone(siti, ali.user.id)).statusCode).toBe(403)
  expect((await readPhone(admin, (await target.asNew()).user.id)).statusCode).toBe(404)
  expect((await readPhone(admin, ali.user.id)).json()).toEqual({ phone: '+60 12-345 6789' })
  expect((await readPhone(admin, siti.user.id)).json()).toEqual({ phone: null })
  const events = await getDatabase()
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.kind, 'user.phone_shown'), eq(auditEvents.targetId, String(ali.user.id))))
  expect(events).toHaveLength(1)
  const [access] = (await ali.call('GET', '/api/profile/unmaskings')).json()
  expect(access).toMatchObject({ by: admin.user.fullName, isPhone: true })
  const csv = await admin.call('GET', `/api/roll-calls/${id}/export?format=csv`)
  expect(csv.statusCode).toBe(200)
  expect(csv.body).toContain(ali.user.fullName)
  expect(csv.body).not.toContain('345 6789')
})

test('a roll call reminder goes to people who have not answered, at most every ten minutes', async () => {
  const { admin, ali, siti, name } = await buildCity()
  const id = await startRollCall(admin, { city: name })
  await answerRollCall(ali, id)
  const remindPeople = () => admin.call('POST', `/api/roll-calls/${id}/remind`, {})
  expect((await remindPeople()).json().code).toBe('roll_call_reminded')
  await getDatabase()
    .update(rollCalls)
    .set({ createdAt: sql`now() - interval '11 minutes'` })
    .where(eq(rollCalls.id, id))
  expect((await Promise.all([remindPeople(), remindPeople()])).map(r => r.statusCode).sort()).toEqual([
    204, 409,
  ])
  await runRollCallDelivery()
  expect((await readNotified(siti.user.id)).bell).toEqual(['roll_call.asked', 'roll_call.reminder'])
  expect((await readNotified(ali.user.id)).bell).toEqual(['roll_call.asked'])
})

test('an expired roll call is deleted with its answers, notifications and mails', async () => {
  const { admin, ali, name } = await buildCity()
  const id = await startRollCall(admin, { city: name, days: 1 })
  await answerRollCall(ali, id, { state: 'help', place: 'Rumah' })
  await deleteExpiredRollCalls(buildTestServiceContext(getDatabase()))
  expect(await getDatabase().$count(rollCallPeople, eq(rollCallPeople.rollCallId, id))).toBe(2)
  await getDatabase()
    .update(rollCalls)
    .set({ eraseAt: sql`now() - interval '1 second'` })
    .where(eq(rollCalls.id, id))
  await deleteExpiredRollCalls(buildTestServiceContext(getDatabase()))
  expect(await getDatabase().$count(rollCallPeople, eq(rollCallPeople.rollCallId, id))).toBe(0)
  expect(await readNotified(ali.user.id)).toEqual({ bell: [], mail: [] })
})

test('concurrent requests for a roll call of the same city create only one, and another roll call is possible after ten minutes', async () => {
  const { admin, name } = await buildCity()
  const other = await target.asNew({ role: 'hq_admin' })
  const body = { message: 'Gempa bumi.', country: 'Japan' }
  const requestRollCall = (by: Caller, place = name) =>
    by.call('POST', '/api/roll-calls', { ...body, city: place })
  const responses = await Promise.all([admin, admin, other, other].map(by => requestRollCall(by)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  expect((await requestRollCall(admin, name.toUpperCase())).json().code).toBe('roll_call_asked')
  expect((await requestRollCall(admin, `${name} Utara`)).statusCode).toBe(201)
  const id = responses.find(({ statusCode }) => statusCode === 201)?.json().id
  await getDatabase()
    .update(rollCalls)
    .set({ createdAt: sql`now() - interval '11 minutes'` })
    .where(eq(rollCalls.id, id))
  expect((await requestRollCall(admin)).statusCode).toBe(201)
})

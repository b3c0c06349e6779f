import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { rollCallPeople, rollCalls } from '#server/db/schema/roll-calls.ts'
import { type Caller, setUpApp, testContext } from '#server/test/app.ts'
import { buildClub } from '#server/test/factories.ts'
import { deliverRollCalls, sweepRollCalls } from './deliver-roll-calls.service.ts'

const target = setUpApp()
const db = () => target.database.db
const deliver = () => deliverRollCalls(testContext(db()))
let cities = 0

/** A city with a club, its country's administrator, and two who live there. */
async function city() {
  const name = `Bandar ${++cities}`
  const { id: clubId } = await buildClub(db(), { country: 'Japan', city: name })
  const place = { clubId, currentCountry: 'Japan' as const }
  return {
    name,
    admin: await target.asNew({ role: 'country_admin', currentCountry: 'Japan' }),
    ali: await target.asNew({ ...place, phone: '+60 12-345 6789' }),
    siti: await target.asNew(place),
  }
}

async function ask(by: Caller, body: object): Promise<number> {
  const answer = await by.call('POST', '/api/roll-calls', { message: 'Gempa bumi.', ...body })
  expect(answer.statusCode, answer.body).toBe(201)
  await deliver()
  return answer.json().id
}
const answer = (by: Caller, id: number, body: object = { state: 'safe' }) =>
  by.call('PUT', `/api/roll-calls/${id}/answer`, body)
const peopleIn = async (by: Caller, id: number, state: string) =>
  (await by.call('GET', `/api/roll-calls/${id}/people?state=${state}`)).json()
const told = async (userId: number) => ({
  bell: (await db().select().from(notifications).where(eq(notifications.userId, userId))).map(
    row => row.kind,
  ),
  mail: (await db().select().from(mailOutbox).where(eq(mailOutbox.userId, userId))).map(row => row.kind),
})

test('everybody in the city is asked by every channel, also who switched all of it off, and nobody else', async () => {
  const [here, there] = [await city(), await city()]
  await db()
    .update(users)
    .set({ muted: ['app:announcement.sent', 'mail:announcement.sent', 'push:message.received'] })
    .where(eq(users.id, here.ali.user.id))
  const id = await ask(here.admin, { city: here.name.toUpperCase() })
  // Behind whatever is for one person alone, such as a way back in.
  const { rows: jobs } = await db().execute(sql`
    select distinct priority from queued_jobs where task = 'send_mail'
       and (payload->>'id')::int in (select id from mail_outbox where kind = 'roll_call.asked')`)
  expect(jobs).toEqual([{ priority: 10 }])
  await Promise.all([deliver(), deliver()])
  expect(await told(here.ali.user.id)).toEqual({ bell: ['roll_call.asked'], mail: ['roll_call.asked'] })
  expect(await told(there.ali.user.id)).toEqual({ bell: [], mail: [] })
  const { counts } = (await here.admin.call('GET', `/api/roll-calls/${id}`)).json()
  expect(counts).toEqual({ asked: 2, told: 2, silent: 2, safe: 0, help: 0 })
  const { rollCalls: open } = (await here.ali.call('GET', '/api/dashboard')).json()
  expect(open.map((one: { id: number }) => one.id)).toEqual([id])
  const [bell] = (await here.ali.call('GET', '/api/notifications')).json()
  expect(bell).toMatchObject({ subjectId: id })
  expect((await there.ali.call('GET', `/api/roll-calls/${id}`)).statusCode).toBe(404)
})

test('a country administrator asks in their own country alone; a member asks nobody', async () => {
  const { admin, ali } = await city()
  const abroad = await admin.call('POST', '/api/roll-calls', { country: 'France', message: 'x' })
  expect(abroad.statusCode).toBe(404)
  expect((await ali.call('POST', '/api/roll-calls', { message: 'x' })).statusCode).toBe(403)
  const hq = await target.asNew({ role: 'hq_admin', currentCountry: null })
  expect((await hq.call('POST', '/api/roll-calls', { message: 'x' })).statusCode).toBe(400)
})

describe('an answer', () => {
  test('is one tap, with a word and a place, and the later one stands', async () => {
    const { admin, ali, siti, name } = await city()
    const id = await ask(admin, { city: name })
    await Promise.all([answer(ali, id), answer(ali, id), answer(ali, id)])
    expect((await answer(ali, id, { state: 'help', note: 'Tersekat', place: 'Stesen' })).statusCode).toBe(204)
    expect(await peopleIn(admin, id, 'help')).toMatchObject([
      { note: 'Tersekat', place: 'Stesen', state: 'help' },
    ])
    expect((await peopleIn(admin, id, 'silent')).map((one: { userId: number }) => one.userId)).toEqual([
      siti.user.id,
    ])
    expect((await ali.call('GET', '/api/dashboard')).json().rollCalls).toEqual([])
    expect((await ali.call('GET', '/api/notifications/unread/count')).json()).toEqual({ count: 0 })
    expect((await answer(await target.asNew(), id)).statusCode).toBe(404)
    expect((await answer(ali, id, { state: 'fine' })).statusCode).toBe(400)
  })

  test('does not come in behind a closing', async () => {
    const { admin, ali, siti, name } = await city()
    const id = await ask(admin, { city: name })
    const close = () => admin.call('POST', `/api/roll-calls/${id}/close`, {})
    expect((await Promise.all([close(), close()])).map(r => r.statusCode).sort()).toEqual([204, 409])
    expect((await answer(ali, id)).json().code).toBe('roll_call_closed')
    expect((await admin.call('POST', `/api/roll-calls/${id}/remind`, {})).json().code).toBe(
      'roll_call_closed',
    )
    expect(await peopleIn(admin, id, 'silent')).toHaveLength(2)
    expect((await siti.call('GET', '/api/dashboard')).json().rollCalls).toEqual([])
  })

  test('of others is seen by those who look after the country, and by nobody else', async () => {
    const { admin, ali, siti, name } = await city()
    const id = await ask(admin, { city: name })
    await answer(ali, id, { state: 'help', place: 'Rumah' })
    expect((await siti.call('GET', `/api/roll-calls/${id}/people`)).statusCode).toBe(403)
    expect((await siti.call('GET', `/api/roll-calls/${id}`)).json().counts).toBeNull()
    const abroad = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    expect((await abroad.call('GET', `/api/roll-calls/${id}/people`)).statusCode).toBe(404)
  })
})

test('a phone number is shown one at a time, recorded, and its owner can see who looked', async () => {
  const { admin, ali, siti, name } = await city()
  const id = await ask(admin, { city: name })
  const list = await admin.call('GET', `/api/roll-calls/${id}/people`)
  expect(list.body).not.toContain('345 6789')
  const show = (by: Caller, userId: number) =>
    by.call('POST', `/api/roll-calls/${id}/people/${userId}/phone`, {})
  expect((await show(siti, ali.user.id)).statusCode).toBe(403)
  expect((await show(admin, (await target.asNew()).user.id)).statusCode).toBe(404)
  expect((await show(admin, ali.user.id)).json()).toEqual({ phone: '+60 12-345 6789' })
  expect((await show(admin, siti.user.id)).json()).toEqual({ phone: null })
  const events = await db()
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.kind, 'user.phone_shown'), eq(auditEvents.targetId, String(ali.user.id))))
  expect(events).toHaveLength(1)
  const [look] = (await ali.call('GET', '/api/profile/unmaskings')).json()
  expect(look).toMatchObject({ by: admin.user.fullName, isPhone: true })
  const csv = await admin.call('GET', `/api/roll-calls/${id}/export?format=csv`)
  expect(csv.statusCode).toBe(200)
  expect(csv.body).toContain(ali.user.fullName)
  expect(csv.body).not.toContain('345 6789')
})

test('those who are silent are reminded, not within ten minutes, and not who has answered', async () => {
  const { admin, ali, siti, name } = await city()
  const id = await ask(admin, { city: name })
  await answer(ali, id)
  const remind = () => admin.call('POST', `/api/roll-calls/${id}/remind`, {})
  expect((await remind()).json().code).toBe('roll_call_reminded')
  await db()
    .update(rollCalls)
    .set({ createdAt: sql`now() - interval '11 minutes'` })
    .where(eq(rollCalls.id, id))
  expect((await Promise.all([remind(), remind()])).map(r => r.statusCode).sort()).toEqual([204, 409])
  await deliver()
  expect((await told(siti.user.id)).bell).toEqual(['roll_call.asked', 'roll_call.reminder'])
  expect((await told(ali.user.id)).bell).toEqual(['roll_call.asked'])
})

test('all of it goes when its time is over', async () => {
  const { admin, ali, name } = await city()
  const id = await ask(admin, { city: name, days: 1 })
  await answer(ali, id, { state: 'help', place: 'Rumah' })
  await sweepRollCalls(testContext(db()))
  expect(await db().$count(rollCallPeople, eq(rollCallPeople.rollCallId, id))).toBe(2)
  await db().update(rollCalls).set({ eraseAt: sql`now() - interval '1 second'` }).where(eq(rollCalls.id, id))
  await sweepRollCalls(testContext(db()))
  expect(await db().$count(rollCallPeople, eq(rollCallPeople.rollCallId, id))).toBe(0)
  expect(await told(ali.user.id)).toEqual({ bell: [], mail: [] })
})

test('pressed twice, or by two at once, it asks once; another place is asked all the same, and later the same one', async () => {
  const { admin, name } = await city()
  const other = await target.asNew({ role: 'hq_admin' })
  const body = { message: 'Gempa bumi.', country: 'Japan' }
  const press = (by: Caller, place = name) => by.call('POST', '/api/roll-calls', { ...body, city: place })
  const answers = await Promise.all([admin, admin, other, other].map(by => press(by)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  expect((await press(admin, name.toUpperCase())).json().code).toBe('roll_call_asked')
  expect((await press(admin, `${name} Utara`)).statusCode).toBe(201)
  const id = answers.find(({ statusCode }) => statusCode === 201)?.json().id
  await db()
    .update(rollCalls)
    .set({ createdAt: sql`now() - interval '11 minutes'` })
    .where(eq(rollCalls.id, id))
  expect((await press(admin)).statusCode).toBe(201)
})

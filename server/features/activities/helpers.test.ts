import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '#server/db/schema/events.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub } from '#server/test/harness/factories.ts'

const target = setUpApp()

async function createActivityWithHelper() {
  const { db } = target.database
  const club = await buildClub(db, { country: 'Japan' })
  const place = { clubId: club.id, currentCountry: 'Japan' as const }
  const [activity, other] = [
    await buildActivity(db, { clubId: club.id }),
    await buildActivity(db, { clubId: club.id }),
  ]
  const [organizer, helper, mate] = [
    await target.asNew({ role: 'club_secretary', ...place }),
    await target.asNew(place),
    await target.asNew(place),
  ]
  const setActivityHelpers = (...userIds: number[]) =>
    organizer.call('PUT', `/api/activities/${activity.id}/helpers`, { userIds })
  return { club, activity, other, organizer, helper, mate, setHelpers: setActivityHelpers }
}

test('a helper can edit an activity, list participants and mark attendance, but not manage other activities', async () => {
  const { db } = target.database
  const { club, activity, other, helper, mate, setHelpers } = await createActivityWithHelper()
  const callAllManagementEndpoints = async (caller: typeof helper, id: number) => {
    const calls = [
      await caller.call('PUT', `/api/activities/${id}`, { title: 'Baharu' }),
      await caller.call('GET', `/api/activities/${id}/participants`),
      await caller.call('GET', `/api/activities/${id}/participants/export?format=csv`),
      await caller.call('POST', `/api/activities/${id}/attendance`, { userIds: [1], attended: true }),
    ]
    return calls.map(({ statusCode }) => statusCode)
  }
  const refused = [403, 403, 403, 403]
  expect(await callAllManagementEndpoints(helper, activity.id)).toEqual(refused)
  expect((await setHelpers(helper.user.id)).statusCode).toBe(204)
  // The helper may mark attendance, but not before the start of the activity (409).
  expect(await callAllManagementEndpoints(helper, activity.id)).toEqual([204, 200, 200, 409])
  expect(await callAllManagementEndpoints(mate, activity.id)).toEqual(refused)
  expect(await callAllManagementEndpoints(helper, other.id)).toEqual(refused)
  const page = (await helper.call('GET', `/api/activities/${activity.id}`)).json()
  expect([page.isHelper, page.helpers.map((shown: { id: number }) => shown.id)]).toEqual([
    true,
    [helper.user.id],
  ])
  const beyond = [
    await helper.call('POST', `/api/activities/${activity.id}/status`, { status: 'cancelled' }),
    await helper.call('PUT', `/api/activities/${activity.id}/helpers`, { userIds: [mate.user.id] }),
    await helper.call('POST', '/api/activities', { title: 'Sendiri', clubId: club.id }),
    await helper.call('PUT', `/api/activities/${activity.id}`, { title: 'X', clubId: null }),
  ]
  expect(beyond.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  const elsewhere = await buildClub(db)
  const moved = await helper.call('PUT', `/api/activities/${activity.id}`, {
    title: 'X',
    clubId: elsewhere.id,
  })
  expect(moved.statusCode).toBe(404)
  // A helper is notified only when first added, and loses all rights immediately when removed.
  await setHelpers(helper.user.id, mate.user.id)
  const notified = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, helper.user.id), eq(notifications.kind, 'activity.helper')))
  expect(notified).toHaveLength(1)
  await setHelpers()
  expect(await callAllManagementEndpoints(helper, activity.id)).toEqual(refused)
})

test('an activity accepts at most ten distinct helpers, who must be active users in the scope of the organizer', async () => {
  const { activity, helper, setHelpers } = await createActivityWithHelper()
  const far = await target.asNew({ currentCountry: 'Canada' })
  const waiting = await target.asNew({ currentCountry: 'Japan', status: 'pending' })
  expect((await setHelpers(far.user.id)).statusCode).toBe(404)
  expect((await setHelpers(waiting.user.id)).statusCode).toBe(404)
  expect((await setHelpers(999_999)).statusCode).toBe(404)
  expect((await setHelpers(...Array.from({ length: 11 }, (_, index) => index + 1))).statusCode).toBe(400)
  const codes = await Promise.all([1, 2, 3].map(() => setHelpers(helper.user.id, helper.user.id)))
  expect(codes.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  const stranger = await target.asNew({
    role: 'club_admin_ln',
    clubId: (await buildClub(target.database.db)).id,
  })
  const taken = await stranger.call('PUT', `/api/activities/${activity.id}/helpers`, { userIds: [] })
  expect(taken.statusCode).toBe(404)
})

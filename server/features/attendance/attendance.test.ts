import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, buildUser } from '#server/test/harness/factories.ts'
import { decodeCardToken } from '#shared/cards/card-token.ts'

const target = setUpApp()

test('a member gets a certificate for an attended activity, which is withdrawn when attendance is revoked', async () => {
  const { db } = target.database
  const club = await buildClub(db)
  const me = await target.asNew({ membershipNumber: 'SJ-2026-1' })
  const [attended, missed] = [
    await buildActivity(db, {
      clubId: club.id,
      status: 'completed',
      startDate: new Date('2026-11-10T17:30:00Z'),
      timeZone: 'Asia/Tokyo',
    }),
    await buildActivity(db, { status: 'completed' }),
  ]
  await db.insert(activityParticipants).values([
    { activityId: attended.id, userId: me.user.id, status: 'attended', attendedAt: new Date() },
    { activityId: missed.id, userId: me.user.id },
  ])
  const list = (await me.call('GET', '/api/attendance')).json()
  expect(list.map((row: { activityId: number }) => row.activityId)).toEqual([attended.id])
  const buildCertificatePath = (id: number) => `/api/attendance/${id}/certificate`
  const made = (await me.call('GET', buildCertificatePath(attended.id))).json()
  // The attendance certificate shows the date at the venue, where it was past midnight.
  expect(made).toMatchObject({ title: attended.title, clubName: club.name, day: 'Rab, 11 Nov 2026' })
  const read = decodeCardToken(made.address)
  expect(read?.payload).toMatchObject({
    kind: 'certificate',
    about: attended.id,
    person: me.user.id,
    expiresAt: null,
    words: { fullName: me.user.fullName, title: attended.title, day: '2026-11-11' },
  })
  await db.update(users).set({ language: 'en' }).where(eq(users.id, me.user.id))
  expect((await me.call('GET', buildCertificatePath(attended.id))).json().day).toBe('Wed, 11 Nov 2026')
  for (const id of [missed.id, 999_999])
    expect((await me.call('GET', buildCertificatePath(id))).statusCode).toBe(404)
  expect((await (await target.asNew()).call('GET', buildCertificatePath(attended.id))).statusCode).toBe(404)

  const checkCertificate = async () => {
    const payload = { token: read?.token }
    return (await target.app.inject({ method: 'POST', url: '/api/verify', payload })).json().verdict
  }
  expect(await checkCertificate()).toBe('valid')
  // The attendance certificate of an activity becomes invalid when the activity is cancelled.
  const setActivityStatus = (status: 'cancelled' | 'completed') =>
    db.update(activities).set({ status }).where(eq(activities.id, attended.id))
  await setActivityStatus('cancelled')
  expect((await me.call('GET', buildCertificatePath(attended.id))).statusCode).toBe(404)
  expect(await checkCertificate()).toBe('withdrawn')
  await setActivityStatus('completed')
  // The token of an attendance certificate is not accepted as a membership card at check-in.
  const organizer = await target.asNew({ role: 'club_secretary', clubId: club.id })
  const now = new Date().toISOString()
  const marks = [{ id: crypto.randomUUID(), at: now, isPresent: true, token: read?.token, isAdding: true }]
  const marked = await organizer.call('POST', `/api/check-in/${attended.id}`, { sentAt: now, marks })
  expect(marked.json()).toMatchObject([{ outcome: 'foreign' }])
  const mine = and(
    eq(activityParticipants.activityId, attended.id),
    eq(activityParticipants.userId, me.user.id),
  )
  await db.update(activityParticipants).set({ status: 'registered' }).where(mine)
  expect(await checkCertificate()).toBe('withdrawn')
})

test('attendance analytics count confirmed and attending participants by club, filtered by country or club', async () => {
  const { db } = target.database
  const [club, other] = [
    await buildClub(db, { country: 'France' }),
    await buildClub(db, { country: 'Canada' }),
  ]
  const started = { status: 'completed' as const, startDate: new Date(Date.now() - 86_400_000) }
  for (const [where, statuses] of [
    [club, ['attended', 'attended', 'registered', 'waiting']],
    [other, ['registered']],
  ] as const) {
    const { id } = await buildActivity(db, { clubId: where.id, ...started })
    // The attendance analytics do not count cancelled activities.
    const off = await buildActivity(db, { clubId: where.id, ...started, status: 'cancelled' })
    for (const status of statuses) {
      const { id: userId } = await buildUser(db)
      await db.insert(activityParticipants).values([
        { activityId: id, userId, status },
        { activityId: off.id, userId },
      ])
    }
  }
  const hq = await target.asNew({ role: 'hq_admin' })
  const requestAttendanceAnalytics = async (query: string) =>
    (await hq.call('GET', `/api/analytics/attendance?${query}`)).json()
  const mine = { clubId: club.id, clubName: club.name, joined: 3, came: 2 }
  expect(await requestAttendanceAnalytics('country=France')).toEqual({ joined: 3, came: 2, byClub: [mine] })
  expect(await requestAttendanceAnalytics(`clubId=${other.id}`)).toMatchObject({ joined: 1, came: 0 })
  expect((await requestAttendanceAnalytics('period=3')).byClub).toContainEqual(mine)
  const csv = await hq.call('GET', '/api/analytics/export?part=activities&format=csv&country=France')
  expect(csv.body).toContain(`Hadir mengikut kelab,${club.name},2`)
  expect((await (await target.asNew()).call('GET', '/api/analytics/attendance')).statusCode).toBe(403)
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { redactPersonalDetails } from '#server/features/my-data/redact-personal-details.service.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub } from '#server/test/harness/factories.ts'

const target = setUpApp()
const buildLocation = (country: 'Japan' | 'Canada', clubId: number | null = null) => ({
  currentCountry: country,
  clubId,
})

test('an activity page shows its viewer the participants of the same club or country who are not hidden', async () => {
  const { db } = target.database
  const club = await buildClub(db, { country: 'Japan' })
  const { id } = await buildActivity(db, { clubId: club.id, maxParticipants: 3 })
  const [mate, shy, stranger, late] = [
    await target.asNew(buildLocation('Japan', club.id)),
    await target.asNew(buildLocation('Japan', club.id)),
    await target.asNew(buildLocation('Canada')),
    await target.asNew(buildLocation('Japan', club.id)),
  ]
  for (const caller of [mate, shy, stranger, late]) await caller.call('POST', `/api/activities/${id}/join`)
  const setOwnParticipationHidden = (caller: typeof shy, isHidden: unknown) =>
    caller.call('POST', `/api/activities/${id}/visibility`, { isHidden })
  expect((await setOwnParticipationHidden(shy, true)).statusCode).toBe(204)
  const listParticipantsSeenBy = async (caller: typeof shy) => {
    const page = (await caller.call('GET', `/api/activities/${id}`)).json()
    return {
      faces: page.coming.map((face: { id: number }) => face.id),
      count: page.comingCount,
      all: page.participantCount,
    }
  }
  // Members on the waiting list are not shown among the participants.
  expect(await listParticipantsSeenBy(mate)).toEqual({ faces: [mate.user.id], count: 1, all: 3 })
  expect(await listParticipantsSeenBy(stranger)).toEqual({ faces: [stranger.user.id], count: 1, all: 3 })
  const nowhere = await target.asNew({ currentCountry: null, clubId: null })
  expect((await listParticipantsSeenBy(nowhere)).faces).toEqual([])
  const hq = await target.asNew({ role: 'hq_admin', currentCountry: null })
  expect((await listParticipantsSeenBy(hq)).faces).toEqual([mate.user.id, stranger.user.id])
  const country = await target.asNew({ role: 'country_admin', ...buildLocation('Canada') })
  expect((await listParticipantsSeenBy(country)).faces).toEqual([stranger.user.id])
  // Organizers see all participants, including those who hide themselves from others.
  const organizer = await target.asNew({ role: 'club_secretary', ...buildLocation('Japan', club.id) })
  expect((await organizer.call('GET', `/api/activities/${id}/participants`)).json()).toHaveLength(4)
  expect((await shy.call('GET', `/api/activities/${id}`)).json()).toMatchObject({ isHidden: true })
  await setOwnParticipationHidden(shy, false)
  expect((await listParticipantsSeenBy(mate)).faces).toEqual([mate.user.id, shy.user.id])
  await db.update(users).set({ status: 'inactive' }).where(eq(users.id, shy.user.id))
  expect((await listParticipantsSeenBy(mate)).faces).toEqual([mate.user.id])
  expect((await setOwnParticipationHidden(nowhere, true)).statusCode).toBe(404)
  expect((await setOwnParticipationHidden(mate, 'ya')).statusCode).toBe(400)
})

test('an activity page shows a participant the start and location that were planned at the time of joining, and club members a link to the club chat', async () => {
  const { db } = target.database
  const hq = await target.asNew({ role: 'hq_admin' })
  const { id: clubId } = (
    await hq.call('POST', '/api/clubs', { name: 'Kelab Halaman', country: 'Japan' })
  ).json()
  const startDate = '2031-05-01T10:00:00.000Z'
  const { id } = (
    await hq.call('POST', '/api/activities', { title: 'Asal', clubId, startDate, location: 'Dewan A' })
  ).json()
  const me = await target.asNew(buildLocation('Japan'))
  const readActivity = async () => (await me.call('GET', `/api/activities/${id}`)).json()
  expect(await readActivity()).toMatchObject({ joinedAs: null, groupId: null, organizer: { id: hq.user.id } })
  await me.call('POST', `/api/activities/${id}/join`)
  await hq.call('PUT', `/api/activities/${id}`, { title: 'Asal', location: 'Dewan B' })
  expect(await readActivity()).toMatchObject({
    location: 'Dewan B',
    joinedAs: { startDate, endDate: null, location: 'Dewan A' },
  })
  const [group] = await db.select().from(messageGroups).where(eq(messageGroups.clubId, clubId))
  await hq.call('PUT', `/api/users/${me.user.id}/placement`, { currentCountry: 'Japan', clubId })
  expect((await readActivity()).groupId).toBe(group?.id)
})

test('erasing an organizer redacts the name from the activity location and from the copy of the location stored for each participant', async () => {
  const { db } = target.database
  const club = await buildClub(db, { country: 'Japan' })
  const host = await target.asNew({
    role: 'club_secretary',
    ...buildLocation('Japan', club.id),
    fullName: 'Zulaikha Harun',
  })
  const body = { title: 'Jamuan', clubId: club.id, location: 'Rumah Zulaikha Harun, Kyoto' }
  const { id } = (await host.call('POST', '/api/activities', body)).json()
  const guest = await target.asNew(buildLocation('Japan'))
  await guest.call('POST', `/api/activities/${id}/join`)
  await redactPersonalDetails(db, buildTestServiceContext(db), host.user)
  const read = (await guest.call('GET', `/api/activities/${id}`)).json()
  expect([read.location, read.joinedAs.location]).toEqual(['Rumah […], Kyoto', 'Rumah […], Kyoto'])
})

// When a club or an activity is renamed, the cached response of every list that shows its name must be invalidated.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BusEvent, type BusListener, listenToEventBus } from '#server/db/bus/bus.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { notifications } from '#server/db/schema/events.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { listUrlsInvalidatedByTopics } from '#shared/realtime/topics.ts'

const target = setUpApp()
const receivedEvents: BusEvent[] = []
let listener: BusListener
let isListening = false

beforeAll(async () => {
  const onGap = () => {
    isListening = true
  }
  listener = listenToEventBus(
    { url: target.database.appUrl },
    { warn: () => {} },
    { onSignal: event => receivedEvents.push(event), onGap },
  )
  await waitUntil(() => isListening)
})
afterAll(() => listener.stop())

/** Creates a club with a member, an activity, a group and notifications: everything that shows names. */
async function buildClubWithActivity() {
  const { db } = target.database
  const club = await buildClub(db, { country: 'Japan', name: 'Nama Lama Kelab' })
  const caller = await target.asNew({ role: 'system_admin', clubId: club.id, currentCountry: 'Japan' })
  const userId = caller.user.id
  await target.asNew({ clubId: club.id, currentCountry: 'Japan', fullName: 'Jiran Sekelab' })
  const [activity] = await db
    .insert(activities)
    .values({ title: 'Nama Lama Aktiviti', clubId: club.id, status: 'ongoing' })
    .returning()
  const [group] = await db
    .insert(messageGroups)
    .values({ name: club.name, type: 'club', clubId: club.id })
    .returning()
  const [activityId, groupId] = [activity?.id ?? 0, group?.id ?? 0]
  await db.insert(activityParticipants).values({ activityId, userId, status: 'attended' })
  await db.insert(groupMembers).values({ groupId, userId })
  await db.insert(notifications).values([
    { userId, kind: 'club.admin_changed', params: { clubId: club.id } },
    { userId, kind: 'activity.created', params: { activityId } },
  ])
  const urlsWithNames = [
    '/api/clubs',
    `/api/clubs/${club.id}`,
    '/api/clubs/options?country=Japan',
    '/api/dashboard',
    '/api/users?page=1',
    `/api/users/${userId}`,
    '/api/people?search=jiran',
    '/api/profile',
    '/api/activities?page=1',
    `/api/activities/${activityId}`,
    '/api/activities/recent',
    `/api/activities/${activityId}/participants`,
    `/api/check-in/${activityId}`,
    '/api/attendance',
    '/api/notifications',
    '/api/audit',
    '/api/groups',
    `/api/groups/${groupId}/members`,
  ]
  return { club, activityId, me: caller, shown: urlsWithNames }
}

/**
 * Returns the URLs whose response contains this name, and those among them whose cached response was not invalidated.
 */
async function findUrlsShowing(caller: Caller, calls: string[], name: string) {
  const responses = await Promise.all(
    calls.map(async url => [url, (await caller.call('GET', url)).body] as const),
  )
  const showing = responses.filter(([, body]) => body.includes(name)).map(([url]) => url)
  const invalidated = receivedEvents.flatMap(event =>
    event.type === 'refresh' && event.to.everybody ? listUrlsInvalidatedByTopics(event.topics) : [],
  )
  return { showing, unheard: showing.filter(url => !invalidated.some(prefix => url.startsWith(prefix))) }
}

test.each(['club', 'activity'] as const)(
  'renaming a %s invalidates every response that shows its name',
  async kind => {
    const { club, activityId, me: caller, shown } = await buildClubWithActivity()
    receivedEvents.length = 0
    const name = `Nama Baharu ${kind}`
    const response =
      kind === 'club'
        ? await caller.call('PUT', `/api/clubs/${club.id}`, { name, country: 'Japan' })
        : await caller.call('PUT', `/api/activities/${activityId}`, { title: name })
    expect(response.statusCode).toBe(204)
    await waitUntil(() => receivedEvents.some(({ type }) => type === 'refresh'))
    const { showing, unheard } = await findUrlsShowing(caller, shown, name)
    expect(showing.length).toBeGreaterThan(kind === 'club' ? 10 : 4)
    expect(unheard).toEqual([])
  },
)

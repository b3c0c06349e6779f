// A name is shown in many places. When it changes, all that shows it is announced, so that no open screen keeps the old.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listener, listen, type Signal } from '#server/db/bus.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { notifications } from '#server/db/schema/events.ts'
import { addressesOf } from '#shared/contracts/topics.ts'
import { type Caller, setUpApp } from './app.ts'
import { buildClub } from './factories.ts'
import { until } from './program.ts'

const target = setUpApp()
const heard: Signal[] = []
let listener: Listener
let isListening = false

beforeAll(async () => {
  const onGap = () => {
    isListening = true
  }
  listener = listen(
    { url: target.database.appUrl },
    { warn: () => {} },
    { onSignal: signal => heard.push(signal), onGap },
  )
  await until(() => isListening)
})
afterAll(() => listener.stop())

/** A club with a member, an activity they take part in, a group and news: everything that shows names. */
async function buildPlace() {
  const { db } = target.database
  const club = await buildClub(db, { country: 'Japan', name: 'Nama Lama Kelab' })
  const me = await target.asNew({ role: 'system_admin', clubId: club.id, currentCountry: 'Japan' })
  const userId = me.user.id
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
  const shown = [
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
  return { club, activityId, me, shown }
}

/** The calls that show this name, and the beginnings of addresses that were announced since. */
async function look(me: Caller, calls: string[], name: string) {
  const answers = await Promise.all(calls.map(async url => [url, (await me.call('GET', url)).body] as const))
  const showing = answers.filter(([, body]) => body.includes(name)).map(([url]) => url)
  const announced = heard.flatMap(signal =>
    signal.type === 'refresh' && signal.to.everybody ? addressesOf(signal.topics) : [],
  )
  return { showing, unheard: showing.filter(url => !announced.some(begin => url.startsWith(begin))) }
}

test.each(['club', 'activity'] as const)('whatever shows a renamed %s is announced', async kind => {
  const { club, activityId, me, shown } = await buildPlace()
  heard.length = 0
  const name = `Nama Baharu ${kind}`
  const answer =
    kind === 'club'
      ? await me.call('PUT', `/api/clubs/${club.id}`, { name, country: 'Japan' })
      : await me.call('PUT', `/api/activities/${activityId}`, { title: name })
  expect(answer.statusCode).toBe(204)
  await until(() => heard.some(({ type }) => type === 'refresh'))
  const { showing, unheard } = await look(me, shown, name)
  expect(showing.length).toBeGreaterThan(kind === 'club' ? 10 : 4)
  expect(unheard).toEqual([])
})

import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { createAdmin } from '#server/features/auth/create-admin.service.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import {
  createSignedMemberListOfGroup,
  publishEncryptionKeysOfTestMember,
} from '#server/test/chat/e2ee-members.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, buildUser } from '#server/test/harness/factories.ts'
import { type Role, roles } from '#shared/constants.ts'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'

const target = setUpApp()
let clubId = 0

async function openDashboard(role: Role, overrides: Parameters<typeof target.asNew>[0] = {}) {
  const caller = await target.asNew({ role, clubId, createdAt: new Date('2020-01-01'), ...overrides })
  const { statusCode, body } = await caller.call('GET', '/api/dashboard')
  expect(statusCode, body).toBe(200)
  return { ...caller, seen: JSON.parse(body) as Dashboard }
}

beforeAll(async () => {
  const { db } = target.database
  clubId = (await buildClub(db, { name: 'Kelab Tokyo' })).id
  const other = (await buildClub(db, { country: 'France' })).id
  await buildUser(db, { fullName: 'Ahli Tokyo', clubId })
  await buildUser(db, { fullName: 'Pemohon Tokyo', clubId, status: 'pending' })
  await buildUser(db, { fullName: 'Ahli Paris', clubId: other, currentCountry: 'France' })
  await buildUser(db, { fullName: 'Pemohon Paris', currentCountry: 'France', status: 'pending' })
})

test('the dashboard shows totals to every role and pending approvals to approvers within their scope', async () => {
  for (const role of roles) {
    const { seen: dashboard } = await openDashboard(role)
    expect(dashboard.totalMembers).toBeGreaterThanOrEqual(3)
    expect(dashboard).toMatchObject({ totalCountries: 2, totalClubs: 2, clubCountries: 2 })
    expect(dashboard.topCountries.map(({ country }) => country)).toEqual(['Japan', 'France'])
    const pendingByRole = { system_admin: 2, hq_admin: 2, country_admin: 1 } as Partial<Record<Role, number>>
    expect([role, dashboard.pendingApprovals]).toEqual([role, pendingByRole[role] ?? null])
  }
})

test('the dashboard lists the newest users within scope, and only approvers can open them', async () => {
  const listNamesSeenByRole = async (role: Role) => {
    const { seen: dashboard } = await openDashboard(role)
    return dashboard.recentUsers.map(({ id, fullName }) => [fullName, id !== null])
  }
  expect(await listNamesSeenByRole('hq_admin')).toEqual(
    expect.arrayContaining([
      ['Pemohon Paris', true],
      ['Pemohon Tokyo', true],
    ]),
  )
  expect((await listNamesSeenByRole('country_admin')).map(([name]) => name)).not.toContain('Pemohon Paris')
  for (const role of ['club_admin_ln', 'club_secretary', 'member'] as const) {
    const shown = await listNamesSeenByRole(role)
    expect(shown[0]).toEqual(['Ahli Tokyo', false])
    expect(shown.map(([name]) => name)).not.toContain('Pemohon Tokyo')
  }
})

test('the dashboard of a member shows their club, their next activities in order and who is coming', async () => {
  const { db } = target.database
  const nextActivity = await buildActivity(db, {
    title: 'Esok',
    startDate: new Date(Date.now() + 86_400_000),
    location: 'Dewan Besar',
  })
  const laterActivity = await buildActivity(db, {
    title: 'Lusa',
    startDate: new Date(Date.now() + 172_800_000),
    maxParticipants: 1,
  })
  const pastActivity = await buildActivity(db, { title: 'Semalam', status: 'completed' })
  const me = await target.asNew({ clubId })
  const friend = await buildUser(db, { fullName: 'Rakan Sekelab', clubId })
  const hidden = await buildUser(db, { fullName: 'Rakan Tersembunyi', clubId })
  const insertParticipant = async (activityId: number, userId: number, values = {}) =>
    db.insert(activityParticipants).values({ activityId, userId, ...values })
  await insertParticipant(nextActivity.id, friend.id)
  await insertParticipant(nextActivity.id, hidden.id, { isHidden: true })
  for (const { id } of [pastActivity, nextActivity]) await insertParticipant(id, me.user.id)
  await insertParticipant(laterActivity.id, friend.id)
  await insertParticipant(laterActivity.id, me.user.id, { status: 'waiting' })
  const { mine } = (await me.call('GET', '/api/dashboard')).json<Dashboard>()
  expect(mine?.club).toMatchObject({ id: clubId, name: 'Kelab Tokyo' })
  expect(
    mine?.activities.map(({ title, myStatus, waitingPosition }) => [title, myStatus, waitingPosition]),
  ).toEqual([
    ['Esok', 'registered', null],
    ['Lusa', 'waiting', 1],
  ])
  expect(mine?.activities[0]).toMatchObject({ location: 'Dewan Besar', imageUrl: null, participantCount: 3 })
  expect(mine?.coming.map(({ fullName }) => fullName)).toEqual(['Rakan Sekelab', me.user.fullName])
  expect(mine?.suggestion).toBeNull()
})

test('the dashboard suggests an activity of the club, of the country or of any club to members who have joined none', async () => {
  const { db } = target.database
  const [country, city] = [
    await buildClub(db, { country: 'Chile' }),
    await buildClub(db, { country: 'Chile' }),
  ]
  const formatTimeInDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const readSuggestion = async (overrides: Parameters<typeof target.asNew>[0]) =>
    (await openDashboard('member', overrides)).seen.mine?.suggestion?.title
  await buildActivity(db, { title: 'Di mana-mana', startDate: formatTimeInDays(0.1) })
  await buildActivity(db, { title: 'Negara', clubId: country.id, startDate: formatTimeInDays(1) })
  await buildActivity(db, { title: 'Sudah lepas', clubId: city.id, startDate: formatTimeInDays(-2) })
  expect(await readSuggestion({ clubId: city.id, currentCountry: 'Chile' })).toBe('Negara')
  await buildActivity(db, { title: 'Kelab', clubId: city.id, startDate: formatTimeInDays(3) })
  expect(await readSuggestion({ clubId: city.id, currentCountry: 'Chile' })).toBe('Kelab')
  expect(await readSuggestion({ clubId: null, currentCountry: 'Peru' })).toBe('Di mana-mana')
})

test('the personal part of the dashboard has no club and no activities for a new member, and is null for administrators', async () => {
  const { seen: dashboard } = await openDashboard('member', { clubId: null })
  expect(dashboard.mine).toMatchObject({ club: null, activities: [], coming: [], readAnnouncements: [] })
  expect(dashboard.recentUsers).toEqual([])
  expect((await openDashboard('club_secretary')).seen.mine).toBeNull()
})

test('the dashboard marks each onboarding step of a member as done when the data of the member show it', async () => {
  const { db } = target.database
  const { seen: dashboard, ...caller } = await openDashboard('member', { clubId: null })
  const { user, call } = caller
  const listOpenSteps = ({ firstSteps }: Dashboard) =>
    firstSteps.filter(({ isDone }) => !isDone).map(({ step }) => step)
  // A backup of the encryption keys is offered only after the first encrypted conversation.
  expect(listOpenSteps(dashboard)).toEqual(['photo', 'club', 'activity', 'notifications'])
  const activity = await buildActivity(db, { clubId })
  await db
    .insert(activityParticipants)
    .values({ activityId: activity.id, userId: user.id, status: 'registered' })
  const me = await publishEncryptionKeysOfTestMember(caller)
  await createSignedMemberListOfGroup(await createChatGroup(db, [user], { encrypted: true }), [me])
  await db.delete(keyWraps).where(eq(keyWraps.userId, user.id))
  const later = (await call('GET', '/api/dashboard')).json() as Dashboard
  expect(listOpenSteps(later)).toEqual(['photo', 'club', 'notifications', 'keys'])
})

test('onboarding steps of a new installation are shown to system administrators, except with demo data', async () => {
  const { db } = target.database
  const { call, seen: dashboard } = await openDashboard('system_admin')
  const { settings } = target.app.context
  const before = settings.isDemo
  settings.isDemo = false
  try {
    const listFirstSteps = async () =>
      Object.fromEntries(
        ((await call('GET', '/api/dashboard')).json() as Dashboard).firstSteps.map(step => [
          step.step,
          step.isDone,
        ]),
      )
    expect(await listFirstSteps()).toEqual({ name: false, firstClub: true, mail: false, people: true })
    const mail = { recipient: 'a@b.test', kind: 'user.registered', messageId: '<langkah@ujian>' }
    await db.insert(mailOutbox).values({ ...mail, status: 'sent' })
    settings.ORG_NAME = 'Kelab Ujian'
    expect(await listFirstSteps()).toEqual({ name: true, firstClub: true, mail: true, people: true })
    expect((await openDashboard('hq_admin')).seen.firstSteps).toEqual([])
    settings.isDemo = true
    expect(await listFirstSteps()).toEqual({})
  } finally {
    settings.isDemo = before
    settings.ORG_NAME = 'Kelab Perantau'
  }
  expect(dashboard.firstSteps.length).toBe(before ? 0 : 4)
})

test('the first administrator counts as a new member of this month on dashboard and members page', async () => {
  const { seen: before, call } = await openDashboard('system_admin')
  const readNewUsers = async () => (await call('GET', '/api/users/summary')).json().newThisMonth as number
  const newBefore = await readNewUsers()
  const person = { email: 'pertama@contoh.my', fullName: 'Pentadbir Pertama', password: 'ombak-biru-77' }
  await createAdmin(target.database.db, person)
  const after = (await call('GET', '/api/dashboard')).json() as Dashboard
  expect(after.totalMembers - before.totalMembers).toBe(1)
  expect(after.lastMonth.totalMembers).toBe(before.lastMonth.totalMembers)
  expect((await readNewUsers()) - newBefore).toBe(1)
})

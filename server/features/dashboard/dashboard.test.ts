import { beforeAll, expect, test } from 'vitest'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { createAdmin } from '#server/features/auth/create-admin.service.ts'
import { setUpApp } from '#server/test/app.ts'
import { buildActivity, buildClub, buildUser } from '#server/test/factories.ts'
import { type Role, roles } from '#shared/constants.ts'
import type { Dashboard } from '#shared/contracts/dashboard.ts'

const target = setUpApp()
let clubId = 0

async function open(role: Role, overrides: Parameters<typeof target.asNew>[0] = {}) {
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

test('totals are everybody’s, what waits is the approvers’ within reach', async () => {
  for (const role of roles) {
    const { seen } = await open(role)
    expect(seen.totalMembers).toBeGreaterThanOrEqual(3)
    expect(seen).toMatchObject({ totalCountries: 2, totalClubs: 2, clubCountries: 2 })
    expect(seen.topCountries.map(({ country }) => country)).toEqual(['Japan', 'France'])
    const waiting = { system_admin: 2, hq_admin: 2, country_admin: 1 } as Partial<Record<Role, number>>
    expect([role, seen.pendingApprovals]).toEqual([role, waiting[role] ?? null])
  }
})

test('the newest people within reach; only approvers can open them', async () => {
  const names = async (role: Role) => {
    const { seen } = await open(role)
    return seen.recentUsers.map(({ id, fullName }) => [fullName, id !== null])
  }
  expect(await names('hq_admin')).toEqual(
    expect.arrayContaining([
      ['Pemohon Paris', true],
      ['Pemohon Tokyo', true],
    ]),
  )
  expect((await names('country_admin')).map(([name]) => name)).not.toContain('Pemohon Paris')
  for (const role of ['club_admin_ln', 'club_secretary', 'member'] as const) {
    const shown = await names(role)
    expect(shown[0]).toEqual(['Ahli Tokyo', false])
    expect(shown.map(([name]) => name)).not.toContain('Pemohon Tokyo')
  }
})

test('a member’s own: club, next activities in order, unread messages', async () => {
  const { db } = target.database
  const soon = await buildActivity(db, { title: 'Esok', startDate: new Date(Date.now() + 86_400_000) })
  const later = await buildActivity(db, { title: 'Lusa', startDate: new Date(Date.now() + 172_800_000) })
  const over = await buildActivity(db, { title: 'Semalam', status: 'completed' })
  const me = await target.asNew({ clubId })
  for (const { id } of [later, over, soon])
    await db.insert(activityParticipants).values({ activityId: id, userId: me.user.id })
  const [group] = await db.insert(messageGroups).values({ name: 'g', type: 'custom', lastSeq: 4 }).returning()
  await db.insert(groupMembers).values({ groupId: group?.id ?? 0, userId: me.user.id, lastReadSeq: 1 })
  const { mine } = (await me.call('GET', '/api/dashboard')).json<Dashboard>()
  expect(mine?.club).toMatchObject({ id: clubId, name: 'Kelab Tokyo' })
  expect(mine?.activities.map(({ title, myStatus }) => [title, myStatus])).toEqual([
    ['Esok', 'registered'],
    ['Lusa', 'registered'],
  ])
  expect(mine?.unreadMessages).toBe(3)
})

test('without a club and with nothing planned all of it is empty; who administers has no such part', async () => {
  const { seen } = await open('member', { clubId: null })
  expect(seen.mine).toEqual({ club: null, activities: [], unreadMessages: 0 })
  expect(seen.recentUsers).toEqual([])
  expect((await open('club_secretary')).seen.mine).toBeNull()
})

test('first steps follow the data: of a member', async () => {
  const { db } = target.database
  const { user, call, seen } = await open('member', { clubId: null })
  const openSteps = ({ firstSteps }: Dashboard) =>
    firstSteps.filter(({ isDone }) => !isDone).map(({ step }) => step)
  expect(openSteps(seen)).toEqual(['photo', 'club', 'activity', 'notifications', 'keys'])
  const activity = await buildActivity(db, { clubId })
  await db
    .insert(activityParticipants)
    .values({ activityId: activity.id, userId: user.id, status: 'registered' })
  const later = (await call('GET', '/api/dashboard')).json() as Dashboard
  expect(openSteps(later)).toEqual(['photo', 'club', 'notifications', 'keys'])
})

test('first steps follow the data: of an installation, for who runs it, and none on demo data', async () => {
  const { db } = target.database
  const { call, seen } = await open('system_admin')
  const { settings } = target.app.context
  const before = settings.isDemo
  settings.isDemo = false
  try {
    const steps = async () =>
      Object.fromEntries(
        ((await call('GET', '/api/dashboard')).json() as Dashboard).firstSteps.map(one => [
          one.step,
          one.isDone,
        ]),
      )
    expect(await steps()).toEqual({ name: false, firstClub: true, mail: false, people: true })
    const letter = { recipient: 'a@b.test', kind: 'user.registered', messageId: '<langkah@ujian>' }
    await db.insert(mailOutbox).values({ ...letter, status: 'sent' })
    settings.ORG_NAME = 'Kelab Ujian'
    expect(await steps()).toEqual({ name: true, firstClub: true, mail: true, people: true })
    expect((await open('hq_admin')).seen.firstSteps).toEqual([])
    settings.isDemo = true
    expect(await steps()).toEqual({})
  } finally {
    settings.isDemo = before
    settings.ORG_NAME = 'Kelab Perantau'
  }
  expect(seen.firstSteps.length).toBe(before ? 0 : 4)
})

test('the first administrator counts as a new member of this month on dashboard and members page', async () => {
  const { seen: before, call } = await open('system_admin')
  const readNew = async () => (await call('GET', '/api/users/summary')).json().newThisMonth as number
  const newBefore = await readNew()
  const person = { email: 'pertama@contoh.my', fullName: 'Pentadbir Pertama', password: 'ombak-biru-77' }
  await createAdmin(target.database.db, person)
  const after = (await call('GET', '/api/dashboard')).json() as Dashboard
  expect(after.totalMembers - before.totalMembers).toBe(1)
  expect(after.lastMonth.totalMembers).toBe(before.lastMonth.totalMembers)
  expect((await readNew()) - newBefore).toBe(1)
})

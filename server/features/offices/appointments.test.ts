import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { activities } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { appointments } from '#server/db/schema/offices.ts'
import { encryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import { getResponseStatusAndErrorCode, setUpApp, testSecret } from '#server/test/harness/app.ts'
import {
  buildActivity,
  buildClub,
  buildOfficeAppointment,
  buildUser,
  type TestUser,
} from '#server/test/harness/factories.ts'
import { appointedOffices, officeScopes } from '#shared/constants.ts'
import { getScopesAndActionsOfOffice, type HeldOffice } from '#shared/policies.ts'
import { endExpiredAppointments } from './appointments.service.ts'

const target = setUpApp()
type Caller = Awaited<ReturnType<typeof target.asNew>>

const listAppointmentsOfUser = (user: { id: number }) =>
  target.database.db
    .select()
    .from(appointments)
    .where(eq(appointments.userId, user.id))
    .orderBy(appointments.id)

async function findAppointmentId(user: { id: number }): Promise<number> {
  return (await listAppointmentsOfUser(user)).at(-1)?.id ?? 0
}

const appointUserToOffice = (giver: Caller, userId: number, body: object = {}) =>
  giver.call('POST', '/api/offices/appointments', {
    userId,
    office: 'event_lead',
    over: 'club',
    endsOn: '2090-01-01',
    ...body,
  })
const endOfficeAppointment = (giver: Caller, id: number) =>
  giver.call('POST', `/api/offices/appointments/${id}/end`)

/** Builds a club with an administrator and a member. */
async function buildClubWithAdmin(overrides: Parameters<typeof buildClub>[1] = {}) {
  const club = await buildClub(target.database.db, overrides)
  const admin = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
  const member = await target.asNew({ clubId: club.id })
  return { club, admin, member }
}

const createActivity = (caller: Caller, clubId: number) =>
  getResponseStatusAndErrorCode(caller.call('POST', '/api/activities', { title: 'Gotong-royong', clubId }))

describe('giving and ending an office', () => {
  test('the holder of an office has the rights of the office from the next request on and loses them when the office ends', async () => {
    const { club, admin, member } = await buildClubWithAdmin()
    expect(await createActivity(member, club.id)).toEqual([403, 'forbidden'])
    expect((await appointUserToOffice(admin, member.user.id)).statusCode).toBe(204)
    expect((await member.call('GET', '/api/auth/me')).json().offices).toEqual([
      { office: 'event_lead', over: 'club' },
    ])
    expect(await createActivity(member, club.id)).toBe(201)
    expect((await endOfficeAppointment(admin, await findAppointmentId(member.user))).statusCode).toBe(204)
    expect((await member.call('GET', '/api/auth/me')).json().offices).toBeUndefined()
    expect(await createActivity(member, club.id)).toEqual([403, 'forbidden'])
    expect(
      await getResponseStatusAndErrorCode(endOfficeAppointment(admin, await findAppointmentId(member.user))),
    ).toEqual([409, 'office_ended'])
  })

  test('giving and ending an office are audited, the holder is notified, and profile, user details and office list show the office', async () => {
    const { db } = target.database
    const { club, admin, member } = await buildClubWithAdmin()
    await appointUserToOffice(admin, member.user.id, { office: 'treasurer' })
    const shown = { office: 'treasurer', over: 'club', clubName: club.name, endsOn: '2090-01-01' }
    expect((await member.call('GET', '/api/offices/mine')).json().appointments).toMatchObject([shown])
    const details = (await admin.call('GET', `/api/users/${member.user.id}`)).json()
    expect(details.appointments).toMatchObject([shown])
    const listTermsHeld = async (held: string) =>
      (await admin.call('GET', `/api/offices?held=${held}&pageSize=200`))
        .json()
        .filter(({ userId }: { userId: number }) => userId === member.user.id)
    expect(await listTermsHeld('now')).toMatchObject([
      { office: 'treasurer', isAppointed: true, clubName: club.name, country: 'Japan', endedAt: null },
    ])
    await endOfficeAppointment(admin, await findAppointmentId(member.user))
    expect([await listTermsHeld('now'), await listTermsHeld('before')]).toMatchObject([
      [],
      [{ office: 'treasurer' }],
    ])
    const events = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.targetId, String(member.user.id)), eq(auditEvents.actorId, admin.user.id)))
    expect(events.map(({ kind }) => kind).sort()).toEqual(['office.ended', 'office.given'])
    expect(events.find(({ kind }) => kind === 'office.given')?.details).toMatchObject({
      office: 'treasurer',
      over: 'club',
      endsOn: '2090-01-01',
    })
    const told = await db.select().from(notifications).where(eq(notifications.userId, member.user.id))
    expect(told.map(({ kind }) => kind).sort()).toEqual(['office.ended', 'office.given'])
  })

  test('each role can give offices only within its scope, and nobody can give an office to themselves or to a user of higher rank', async () => {
    const { db } = target.database
    const { club, admin, member } = await buildClubWithAdmin()
    const country = await target.asNew({ role: 'country_admin', clubId: club.id })
    const hq = await target.asNew({ role: 'hq_admin' })
    const stranger = await buildUser(db, { currentCountry: 'France' })
    const giveOfficeAndReadStatus = (giver: Caller, { id }: { id: number }, over: string) =>
      getResponseStatusAndErrorCode(appointUserToOffice(giver, id, { over }))
    expect(await giveOfficeAndReadStatus(admin, member.user, 'country')).toEqual([403, 'forbidden'])
    expect(await giveOfficeAndReadStatus(admin, member.user, 'all')).toEqual([403, 'forbidden'])
    expect(await giveOfficeAndReadStatus(admin, stranger, 'club')).toEqual([404, 'not_found'])
    expect(await giveOfficeAndReadStatus(admin, admin.user, 'club')).toEqual([403, 'forbidden'])
    expect(await giveOfficeAndReadStatus(admin, country.user, 'club')).toEqual([403, 'forbidden'])
    expect(await giveOfficeAndReadStatus(country, member.user, 'all')).toEqual([403, 'forbidden'])
    expect(await giveOfficeAndReadStatus(member, stranger, 'club')).toEqual([403, 'forbidden'])
    expect(await giveOfficeAndReadStatus(country, member.user, 'country')).toBe(204)
    expect(await giveOfficeAndReadStatus(hq, member.user, 'all')).toBe(204)
    // The club administrator may not end the office of the country.
    const [ofCountry] = await listAppointmentsOfUser(member.user)
    expect(await getResponseStatusAndErrorCode(endOfficeAppointment(admin, ofCountry?.id ?? 0))).toEqual([
      403,
      'forbidden',
    ])
    const elsewhere = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    expect(await getResponseStatusAndErrorCode(endOfficeAppointment(elsewhere, ofCountry?.id ?? 0))).toEqual([
      404,
      'not_found',
    ])
    expect(await listAppointmentsOfUser(member.user)).toMatchObject([{ endedAt: null }, { endedAt: null }])
  })

  test('of ten concurrent requests that give the same office to the same user, one succeeds', async () => {
    const { admin, member } = await buildClubWithAdmin()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => appointUserToOffice(admin, member.user.id)),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array(9).fill(409)])
    expect(await listAppointmentsOfUser(member.user)).toHaveLength(1)
  })

  test('giving an office returns 409 for users who are not active or have no club, and for a closed club', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const impossible = [409, 'office_not_possible']
    const inactive = await buildUser(db, { status: 'inactive' })
    expect(
      await getResponseStatusAndErrorCode(appointUserToOffice(hq, inactive.id, { over: 'all' })),
    ).toEqual(impossible)
    const homeless = await buildUser(db, { currentCountry: null })
    for (const over of ['club', 'country']) {
      expect(await getResponseStatusAndErrorCode(appointUserToOffice(hq, homeless.id, { over }))).toEqual(
        impossible,
      )
    }
    const { club, member } = await buildClubWithAdmin()
    await db.update(clubs).set({ isActive: false }).where(eq(clubs.id, club.id))
    expect(await getResponseStatusAndErrorCode(appointUserToOffice(hq, member.user.id))).toEqual(impossible)
  })

  test('the database rejects a current office for a user who is not an active member of the club or country of the office', async () => {
    const { db } = target.database
    const { member } = await buildClubWithAdmin()
    const otherClub = await buildClub(db)
    const held: HeldOffice = { office: 'treasurer', over: 'club' }
    const refused = { cause: { constraint: 'appointments_holder' } }
    await expect(
      buildOfficeAppointment(db, { ...member.user, clubId: otherClub.id }, held),
    ).rejects.toMatchObject(refused)
    const inactive = await buildUser(db, { status: 'inactive' })
    await expect(buildOfficeAppointment(db, inactive, { ...held, over: 'all' })).rejects.toMatchObject(
      refused,
    )
  })
})

describe('term of an appointed office', () => {
  /** Calendar days of now in the time zones of UTC+14 and UTC-12, which always differ. */
  async function readTermDays() {
    const { rows } = await target.database.db.execute<{ east: string; west: string }>(sql`
      select (now() at time zone 'Etc/GMT-14')::date::text as east, (now() at time zone 'Etc/GMT+12')::date::text as west`)
    return rows[0] as { east: string; west: string }
  }
  const readOffices = async (caller: Caller) => (await caller.call('GET', '/api/auth/me')).json().offices

  test('the first and last day of an office are calendar days in the time zone of its club or country', async () => {
    const { east, west } = await readTermDays()
    const { member } = await buildClubWithAdmin()
    const { id } = await buildOfficeAppointment(target.database.db, member.user, {
      office: 'event_lead',
      over: 'club',
    })
    const setTermTimeZoneAndDay = (timeZone: string, day: string) =>
      target.database.db
        .update(appointments)
        .set({ timeZone, startsOn: day, endsOn: day })
        .where(eq(appointments.id, id))
    await setTermTimeZoneAndDay('Etc/GMT-14', east)
    expect(await readOffices(member)).toHaveLength(1)
    // In the time zone UTC-12 the only day of the office has not begun yet.
    await setTermTimeZoneAndDay('Etc/GMT+12', east)
    expect(await readOffices(member)).toBeUndefined()
    await setTermTimeZoneAndDay('Etc/GMT+12', west)
    expect(await readOffices(member)).toHaveLength(1)
    // In the time zone UTC+14 the only day of the office is over.
    await setTermTimeZoneAndDay('Etc/GMT-14', west)
    expect(await readOffices(member)).toBeUndefined()
  })

  test('the term of an office cannot begin before today in the time zone of its club or end before it begins', async () => {
    const { east, west } = await readTermDays()
    const eastern = await buildClubWithAdmin({ timeZone: 'Etc/GMT-14' })
    const western = await buildClubWithAdmin({ timeZone: 'Etc/GMT+12' })
    const giveOfficeTo = ({ admin, member }: typeof eastern, body: object) =>
      appointUserToOffice(admin, member.user.id, body)
    expect((await giveOfficeTo(eastern, { startsOn: west })).json().fields).toHaveProperty('startsOn')
    expect((await giveOfficeTo(western, { startsOn: east, endsOn: west })).json().fields).toHaveProperty(
      'endsOn',
    )
    expect((await giveOfficeTo(eastern, { endsOn: 'esok' })).statusCode).toBe(400)
    expect((await giveOfficeTo(eastern, { endsOn: east })).statusCode).toBe(204)
    expect((await giveOfficeTo(western, { startsOn: east })).statusCode).toBe(204)
    expect(await listAppointmentsOfUser(eastern.member.user)).toMatchObject([
      { startsOn: east, endsOn: east },
    ])
    // The second term begins tomorrow in the time zone of its club.
    expect([await readOffices(eastern.member), await readOffices(western.member)]).toMatchObject([
      [{ office: 'event_lead' }],
      undefined,
    ])
  })

  test('an office whose term has ended grants no rights and can be given again, and its end is stored as the end of the last day', async () => {
    const { db } = target.database
    const { club, admin, member } = await buildClubWithAdmin()
    const held: HeldOffice = { office: 'event_lead', over: 'club' }
    await buildOfficeAppointment(db, member.user, held, { endsOn: '2024-06-30', timeZone: 'Europe/London' })
    expect(await createActivity(member, club.id)).toEqual([403, 'forbidden'])
    expect((await member.call('GET', '/api/offices/mine')).json().appointments).toEqual([])
    const before = (await admin.call('GET', '/api/offices?held=before&pageSize=200')).json()
    expect(before).toMatchObject([{ userId: member.user.id, endedAt: '2024-06-30T23:00:00.000Z' }])
    expect(
      await getResponseStatusAndErrorCode(endOfficeAppointment(admin, await findAppointmentId(member.user))),
    ).toEqual([409, 'office_ended'])
    expect((await appointUserToOffice(admin, member.user.id)).statusCode).toBe(204)
    expect((await listAppointmentsOfUser(member.user)).map(({ endedAt }) => endedAt?.toISOString())).toEqual([
      '2024-06-30T23:00:00.000Z',
      undefined,
    ])
    await endExpiredAppointments(db)
    expect((await listAppointmentsOfUser(member.user))[1]?.endedAt).toBeNull()
  })
})

describe('end of an office with its scope', () => {
  const endings: [string, (user: TestUser, clubId: number) => Promise<unknown>, string[]][] = [
    [
      'the holder is moved to another club of the country',
      async user => {
        const club = await buildClub(target.database.db)
        await updateUser(user, { clubId: club.id })
      },
      ['country', 'all'],
    ],
    [
      'the holder is moved to another country',
      user => updateUser(user, { currentCountry: 'France', clubId: null }),
      ['all'],
    ],
    ['the holder is deactivated', user => updateUser(user, { status: 'inactive' }), []],
    ['the holder is erased', user => updateUser(user, { erasedAt: new Date() }), []],
    [
      'the club is closed',
      (_user, clubId) =>
        target.database.db.update(clubs).set({ isActive: false }).where(eq(clubs.id, clubId)),
      ['country', 'all'],
    ],
    [
      'the role of the holder changes',
      user => updateUser(user, { role: 'club_secretary' }),
      [...officeScopes],
    ],
  ]
  const updateUser = ({ id }: TestUser, change: Partial<TestUser>) =>
    target.database.db.update(users).set(change).where(eq(users.id, id))

  test.each(endings)(
    'when %s, the offices held in that club or country end in the same transaction',
    async (_name, end, left) => {
      const { club, member } = await buildClubWithAdmin()
      for (const over of officeScopes) {
        await buildOfficeAppointment(target.database.db, member.user, { office: 'treasurer', over })
      }
      await end(member.user, club.id)
      const open = (await listAppointmentsOfUser(member.user)).filter(({ endedAt }) => endedAt === null)
      expect(open.map(({ clubId, country }) => (clubId ? 'club' : country ? 'country' : 'all'))).toEqual(left)
    },
  )

  test('reactivating a user does not restore the offices that the deactivation ended', async () => {
    const { member } = await buildClubWithAdmin()
    const hq = await target.asNew({ role: 'hq_admin' })
    await buildOfficeAppointment(target.database.db, member.user, { office: 'treasurer', over: 'club' })
    await hq.call('POST', `/api/users/${member.user.id}/deactivate`)
    expect((await hq.call('POST', `/api/users/${member.user.id}/reactivate`)).statusCode).toBe(200)
    expect((await member.call('GET', '/api/auth/me')).json().offices).toBeUndefined()
  })

  test('merging two accounts ends the office of the removed account and moves its history', async () => {
    const { db } = target.database
    const { club } = await buildClubWithAdmin()
    const hq = await target.asNew({ role: 'hq_admin' })
    const [kept, gone] = [
      await buildUser(db, { clubId: club.id, password: null }),
      await buildUser(db, { clubId: club.id, password: null }),
    ]
    for (const user of [kept, gone])
      await buildOfficeAppointment(db, user, { office: 'treasurer', over: 'club' })
    await buildOfficeAppointment(db, gone, { office: 'event_lead', over: 'club' })
    const merged = await hq.call('POST', `/api/merging/${kept.id}/with/${gone.id}`, { take: [] })
    expect(merged.json()).toEqual({ outcome: 'merged' })
    expect(
      (await listAppointmentsOfUser(kept)).map(({ office, endedAt }) => [office, endedAt === null]),
    ).toEqual([
      ['treasurer', true],
      ['treasurer', false],
      ['event_lead', false],
    ])
    expect(await listAppointmentsOfUser(gone)).toEqual([])
  })
})

// Tests every office and scope against records in the own club, the own country and another country.
describe('rights of each office by record', () => {
  const locations = ['own club', 'own country', 'elsewhere'] as const
  const heldOffices = appointedOffices.flatMap(office => officeScopes.map(over => ({ office, over })))
  /** Returns the locations (own club, own country, elsewhere) that the scope of an office covers. */
  const covered = { club: locations.slice(0, 1), country: locations.slice(0, 2), all: locations }
  const hosts = {} as Record<(typeof locations)[number], { id: number }>

  beforeAll(async () => {
    const { db } = target.database
    hosts['own club'] = await buildClub(db, { country: 'Germany' })
    hosts['own country'] = await buildClub(db, { country: 'Germany' })
    hosts.elsewhere = await buildClub(db, { country: 'Canada' })
  })
  const buildMember = (location: (typeof locations)[number]) =>
    buildUser(target.database.db, {
      clubId: hosts[location].id,
      currentCountry: location === 'elsewhere' ? 'Canada' : 'Germany',
      phone: '+49 151 5555',
    })

  test.each(heldOffices)(
    'the office $office for the scope $over can read and change exactly the records that its policy grants',
    async held => {
      const { db } = target.database
      const holder = await target.asNew({ currentCountry: 'Germany', clubId: hosts['own club'].id })
      await buildOfficeAppointment(db, holder.user, held)
      const granted = new Set<string>(getScopesAndActionsOfOffice(held.office).actions)
      for (const location of locations) {
        const isCovered = covered[held.over].includes(location)
        const person = await buildMember(location)
        const activity = await buildActivity(db, { clubId: hosts[location].id, status: 'ongoing' })
        const path = `/api/activities/${activity.id}`
        /**
         * Expected HTTP status of a request for a record: 403 without the right, 404 outside the scope of the office.
         */
        const expectStatusPerRole = async (
          action: string,
          success: number,
          method: 'GET' | 'POST' | 'PUT',
          url: string,
          body?: object,
        ) => {
          const status = !granted.has(action) ? 403 : isCovered ? success : 404
          const response = await holder.call(method, url, body)
          expect([method, url, location, response.statusCode]).toEqual([method, url, location, status])
        }
        if (granted.has('users.list')) {
          const listed = (await holder.call('GET', `/api/users?page=1&search=${person.email}`)).json()
          expect([location, listed.length]).toEqual([location, isCovered ? 1 : 0])
          const streamed = (await holder.call('GET', '/api/users')).json()
          expect(streamed.some(({ id }: { id: number }) => id === person.id)).toBe(isCovered)
          expect(listed.every(({ icNumber }: { icNumber: unknown }) => icNumber === null)).toBe(true)
        }
        await expectStatusPerRole('users.view', 200, 'GET', `/api/users/${person.id}`)
        await expectStatusPerRole('activities.manage', 201, 'POST', '/api/activities', {
          title: 'Baharu',
          clubId: hosts[location].id,
        })
        await expectStatusPerRole('activities.manage', 204, 'PUT', path, { title: 'Ditukar' })
        await expectStatusPerRole('activities.manage', 200, 'GET', `${path}/participants?page=1`)
        await expectStatusPerRole('activities.manage', 200, 'GET', `/api/check-in/${activity.id}`)
        await expectStatusPerRole('activities.manage', 204, 'PUT', `${path}/helpers`, { userIds: [] })
        await expectStatusPerRole('activities.manage', 204, 'POST', `${path}/status`, { status: 'completed' })
        const [stored] = await db.select().from(activities).where(eq(activities.id, activity.id))
        const isChanged = granted.has('activities.manage') && isCovered
        expect(stored).toMatchObject(
          isChanged
            ? { title: 'Ditukar', status: 'completed' }
            : { title: activity.title, status: 'ongoing' },
        )
      }
    },
  )

  test('a treasurer sees active members with phone but without identity number, and no applicants', async () => {
    const { db } = target.database
    const holder = await target.asNew({ currentCountry: 'Germany', clubId: hosts['own club'].id })
    await buildOfficeAppointment(db, holder.user, { office: 'treasurer', over: 'country' })
    const member = await buildMember('own club')
    await db
      .update(users)
      .set(encryptIdentityNumber(testSecret, member.id, '990101-14-7788'))
      .where(eq(users.id, member.id))
    const applicant = await buildMember('own club')
    await db.update(users).set({ status: 'pending' }).where(eq(users.id, applicant.id))
    const details = (await holder.call('GET', `/api/users/${member.id}`)).json()
    expect(details).toMatchObject({ phone: '+49 151 5555', icNumber: null })
    expect((await holder.call('GET', `/api/users/${applicant.id}`)).statusCode).toBe(404)
    const summary = (await holder.call('GET', '/api/users/summary')).json()
    const active = await db.$count(
      users,
      and(eq(users.currentCountry, 'Germany'), eq(users.status, 'active')),
    )
    expect(summary.byStatus).toEqual({ pending: 0, active, inactive: 0, rejected: 0 })
    for (const path of ['/api/users/export?format=csv', '/api/users/pending', '/api/offices']) {
      expect((await holder.call('GET', path)).statusCode).toBe(403)
    }
  })

  test('a country administrator with an office at headquarters keeps the rights of the role and sees active members of other countries', async () => {
    const { db } = target.database
    const admin = await target.asNew({ role: 'country_admin', currentCountry: 'Canada' })
    await buildOfficeAppointment(db, admin.user, { office: 'treasurer', over: 'all' })
    const [here, there] = [await buildMember('elsewhere'), await buildMember('own club')]
    const applicants = [await buildMember('elsewhere'), await buildMember('own club')]
    for (const { id } of applicants) {
      await db.update(users).set({ status: 'pending' }).where(eq(users.id, id))
    }
    for (const { id } of [here, there]) {
      const icNumber = `990101-14-${1000 + id}`
      await db
        .update(users)
        .set(encryptIdentityNumber(testSecret, id, icNumber))
        .where(eq(users.id, id))
    }
    const readIdentityNumber = async ({ id }: TestUser) =>
      (await admin.call('GET', `/api/users/${id}`)).json().icNumber
    expect([await readIdentityNumber(here), await readIdentityNumber(there)]).toEqual([
      expect.stringContaining('••'),
      null,
    ])
    const statuses = await Promise.all(
      applicants.map(async ({ id }) => (await admin.call('GET', `/api/users/${id}`)).statusCode),
    )
    expect(statuses).toEqual([200, 404])
    const listed: { id: number }[] = (await admin.call('GET', '/api/users?page=1&pageSize=200')).json()
    const ids = listed.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([here.id, there.id, applicants[0]?.id]))
    expect(ids).not.toContain(applicants[1]?.id)
    const pending: { id: number }[] = (
      await admin.call('GET', '/api/users/pending?page=1&pageSize=200')
    ).json()
    expect(pending.map(({ id }) => id)).toEqual([applicants[0]?.id])
    expect((await admin.call('GET', '/api/users/pending/count')).json()).toEqual({ count: 1 })
    const { byStatus } = (await admin.call('GET', '/api/users/summary')).json()
    expect(byStatus.pending).toBe(1)
    const isActive = and(eq(users.status, 'active'), isNull(users.erasedAt))
    expect(byStatus.active).toBe(await db.$count(users, isActive))
  })
})

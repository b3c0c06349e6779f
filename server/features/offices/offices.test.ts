import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clubs, users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { officeHandovers, offices } from '#server/db/schema/offices.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { remindOfficeHoldersOfTermEnd } from './remind-offices.service.ts'

const target = setUpApp()
const listTerms = (userId: number) =>
  target.database.db.select().from(offices).where(eq(offices.userId, userId)).orderBy(offices.id)
const readRole = async (id: number) =>
  (await target.database.db.select().from(users).where(eq(users.id, id)))[0]?.role

/** Builds a test club with an administrator and a member. */
async function buildClubWithHolder() {
  const { db } = target.database
  const club = await buildClub(db)
  const holder = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
  const successor = await target.asNew({ clubId: club.id })
  return { club, holder, heir: successor }
}
const offerHandover = (from: { call: Awaited<ReturnType<typeof target.asNew>>['call'] }, toId: number) =>
  from.call('POST', '/api/offices/handover', { toId })
const findOpenOffer = async (userId: number) => {
  const [row] = await target.database.db
    .select()
    .from(officeHandovers)
    .where(and(eq(officeHandovers.toId, userId), eq(officeHandovers.status, 'offered')))
  return row?.id ?? 0
}

describe('term of office', () => {
  test('a term of office begins when the user gets the role and ends when role, club, country or account status of the user changes', async () => {
    const admin = await target.asNew({ role: 'hq_admin' })
    const { club, holder } = await buildClubWithHolder()
    const { id } = holder.user
    expect(await listTerms(id)).toMatchObject([{ office: 'club_admin_ln', clubId: club.id, endedAt: null }])
    await admin.call('PUT', `/api/users/${id}/role`, { role: 'club_secretary' })
    await admin.call('PUT', `/api/users/${id}/placement`, { currentCountry: 'France', clubId: null })
    expect((await listTerms(id)).map(({ office, endedAt }) => [office, endedAt !== null])).toEqual([
      ['club_admin_ln', true],
      ['club_secretary', true],
    ])
    await admin.call('PUT', `/api/users/${id}/role`, { role: 'country_admin' })
    await admin.call('POST', `/api/users/${id}/deactivate`)
    await admin.call('POST', `/api/users/${id}/reactivate`)
    const [, , first, again] = await listTerms(id)
    expect(first).toMatchObject({ office: 'country_admin', country: 'France', clubId: null })
    expect([first?.endedAt !== null, again?.endedAt]).toEqual([true, null])
  })

  test('the end of a term of office is set by a country administrator, and its holder is reminded once per end date', async () => {
    const { holder } = await buildClubWithHolder()
    const [term] = await listTerms(holder.user.id)
    const ownCountryAdmin = await target.asNew({ role: 'country_admin' })
    const otherCountryAdmin = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const formatDateInDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const setTermEnd = async (caller: typeof ownCountryAdmin, endsOn: string | null) =>
      (await caller.call('PUT', `/api/offices/${term?.id}/term`, { endsOn })).statusCode
    expect(await setTermEnd(otherCountryAdmin, formatDateInDays(20))).toBe(404)
    expect(await setTermEnd(holder, formatDateInDays(20))).toBe(403)
    expect(await setTermEnd(ownCountryAdmin, 'esok')).toBe(400)
    expect(await setTermEnd(ownCountryAdmin, formatDateInDays(20))).toBe(204)
    const countReminders = () =>
      target.database.db.$count(
        notifications,
        and(eq(notifications.userId, holder.user.id), eq(notifications.kind, 'office.ending')),
      )
    const context = buildTestServiceContext(target.database.db)
    for (const count of [1, 1]) {
      await remindOfficeHoldersOfTermEnd(context)
      expect(await countReminders()).toBe(count)
    }
    await setTermEnd(ownCountryAdmin, formatDateInDays(5))
    await Promise.all([remindOfficeHoldersOfTermEnd(context), remindOfficeHoldersOfTermEnd(context)])
    expect(await countReminders()).toBe(2)
    await setTermEnd(ownCountryAdmin, null)
    await remindOfficeHoldersOfTermEnd(context)
    expect(await countReminders()).toBe(2)
  })

  test('terms of office and vacancies are listed within the scope of the user, current and past', async () => {
    const { club, holder } = await buildClubWithHolder()
    const listHolderIds = async (caller: typeof holder, query = '') =>
      (await caller.call('GET', `/api/offices?pageSize=200${query}`))
        .json()
        .map(({ userId }: { userId: number }) => userId)
    const hq = await target.asNew({ role: 'hq_admin' })
    expect(await listHolderIds(hq)).toContain(holder.user.id)
    expect(await listHolderIds(holder)).toEqual([holder.user.id])
    expect(
      await listHolderIds(await target.asNew({ role: 'country_admin', currentCountry: 'France' })),
    ).not.toContain(holder.user.id)
    const listVacancies = async () =>
      (await holder.call('GET', '/api/offices/vacant')).json().map(({ office }: { office: string }) => office)
    expect(await listVacancies()).toEqual(['club_secretary'])
    await buildUser(target.database.db, { role: 'club_secretary', clubId: club.id })
    expect(await listVacancies()).toEqual([])
    await hq.call('PUT', `/api/users/${holder.user.id}/role`, { role: 'member' })
    expect(await listHolderIds(hq)).not.toContain(holder.user.id)
    expect(await listHolderIds(hq, '&held=before')).toContain(holder.user.id)
    expect((await (await target.asNew()).call('GET', '/api/offices')).statusCode).toBe(403)
  })
})

describe('handover of an office', () => {
  test('an accepted handover of an office transfers role, club, group administration and terms of office in one transaction', async () => {
    const { db } = target.database
    const { club, holder, heir: successor } = await buildClubWithHolder()
    await db.update(clubs).set({ adminId: holder.user.id }).where(eq(clubs.id, club.id))
    for (const { user } of [holder, successor]) await syncSystemGroups(db, user.id)
    const isAdminOfClubGroup = async ({ call }: typeof holder) => {
      const groups: { clubId: number | null; mayRun: boolean }[] = (await call('GET', '/api/groups')).json()
      return groups.find(({ clubId }) => clubId === club.id)?.mayRun
    }
    expect([await isAdminOfClubGroup(holder), await isAdminOfClubGroup(successor)]).toEqual([true, false])
    expect((await offerHandover(holder, successor.user.id)).statusCode).toBe(204)
    expect((await offerHandover(holder, successor.user.id)).json().code).toBe('handover_open')
    const ownOffice = (await successor.call('GET', '/api/offices/mine')).json()
    expect(ownOffice.toMe).toMatchObject([{ office: 'club_admin_ln', fullName: holder.user.fullName }])
    expect(await readRole(successor.user.id)).toBe('member')
    const acceptHandover = () =>
      successor.call('POST', `/api/offices/handovers/${ownOffice.toMe[0].id}/accept`)
    const codes = (await Promise.all([acceptHandover(), acceptHandover(), acceptHandover()])).map(
      ({ statusCode }) => statusCode,
    )
    expect(codes.sort()).toEqual([204, 409, 409])
    expect([await readRole(holder.user.id), await readRole(successor.user.id)]).toEqual([
      'member',
      'club_admin_ln',
    ])
    expect([await isAdminOfClubGroup(holder), await isAdminOfClubGroup(successor)]).toEqual([false, true])
    const [after] = await db.select().from(clubs).where(eq(clubs.id, club.id))
    expect(after?.adminId).toBe(successor.user.id)
    expect((await listTerms(holder.user.id)).every(({ endedAt }) => endedAt !== null)).toBe(true)
    expect(await listTerms(successor.user.id)).toMatchObject([{ office: 'club_admin_ln', endedAt: null }])
  })

  test('handing over the office of country administrator transfers the pending applications to the new administrator', async () => {
    const { db } = target.database
    const from = await target.asNew({ role: 'country_admin', currentCountry: 'Germany' })
    const to = await target.asNew({ currentCountry: 'Germany' })
    const applicant = await buildUser(db, { status: 'pending', currentCountry: 'Germany' })
    await offerHandover(from, to.user.id)
    await to.call('POST', `/api/offices/handovers/${await findOpenOffer(to.user.id)}/accept`)
    expect((await to.call('GET', `/api/users/${applicant.id}/application`)).statusCode).toBe(200)
    expect((await from.call('GET', `/api/users/${applicant.id}/application`)).statusCode).toBe(403)
    const notifications = (await to.call('GET', '/api/notifications')).json()
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toContain('user.registered')
  })

  test('an office cannot be handed over to users of other clubs, inactive users or users with higher roles, and only the addressee can accept the handover', async () => {
    const { db } = target.database
    const { club, holder, heir: successor } = await buildClubWithHolder()
    for (const other of [
      await buildUser(db),
      await buildUser(db, { clubId: club.id, status: 'inactive' }),
      await buildUser(db, { clubId: club.id, role: 'country_admin' }),
    ]) {
      expect((await offerHandover(holder, other.id)).statusCode).toBe(404)
    }
    expect((await offerHandover(holder, holder.user.id)).statusCode).toBe(404)
    expect((await offerHandover(successor, holder.user.id)).statusCode).toBe(403)
    await offerHandover(holder, successor.user.id)
    const id = await findOpenOffer(successor.user.id)
    const stranger = await target.asNew({ clubId: club.id })
    for (const action of ['accept', 'end']) {
      expect((await stranger.call('POST', `/api/offices/handovers/${id}/${action}`)).statusCode).toBe(404)
    }
    expect((await holder.call('POST', `/api/offices/handovers/${id}/end`)).statusCode).toBe(204)
    expect((await successor.call('POST', `/api/offices/handovers/${id}/accept`)).statusCode).toBe(409)
    expect(await readRole(successor.user.id)).toBe('member')
  })

  test('accepting the handover of an office returns 409 when the holder lost the office or the successor has moved', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    const withLostOffice = await buildClubWithHolder()
    await offerHandover(withLostOffice.holder, withLostOffice.heir.user.id)
    const first = await findOpenOffer(withLostOffice.heir.user.id)
    await hq.call('PUT', `/api/users/${withLostOffice.holder.user.id}/role`, { role: 'member' })
    expect(
      (await withLostOffice.heir.call('POST', `/api/offices/handovers/${first}/accept`)).statusCode,
    ).toBe(409)
    const withMovedSuccessor = await buildClubWithHolder()
    await offerHandover(withMovedSuccessor.holder, withMovedSuccessor.heir.user.id)
    const second = await findOpenOffer(withMovedSuccessor.heir.user.id)
    await hq.call('PUT', `/api/users/${withMovedSuccessor.heir.user.id}/placement`, {
      currentCountry: 'France',
      clubId: null,
    })
    expect(
      (await withMovedSuccessor.heir.call('POST', `/api/offices/handovers/${second}/accept`)).statusCode,
    ).toBe(409)
    expect([
      await readRole(withMovedSuccessor.holder.user.id),
      await readRole(withMovedSuccessor.heir.user.id),
    ]).toEqual(['club_admin_ln', 'member'])
  })
})

import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clubs, users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { officeHandovers, offices } from '#server/db/schema/offices.ts'
import { syncSystemGroups } from '#server/features/chat/system-groups.service.ts'
import { setUpApp, testContext } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import { remindOffices } from './remind-offices.service.ts'

const target = setUpApp()
const termsOf = (userId: number) =>
  target.database.db.select().from(offices).where(eq(offices.userId, userId)).orderBy(offices.id)
const roleOf = async (id: number) =>
  (await target.database.db.select().from(users).where(eq(users.id, id)))[0]?.role

/** A club with somebody who runs it, and a member. */
async function buildPlace() {
  const { db } = target.database
  const club = await buildClub(db)
  const holder = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
  const heir = await target.asNew({ clubId: club.id })
  return { club, holder, heir }
}
const offer = (from: { call: Awaited<ReturnType<typeof target.asNew>>['call'] }, toId: number) =>
  from.call('POST', '/api/offices/handover', { toId })
const openOffer = async (userId: number) => {
  const [row] = await target.database.db
    .select()
    .from(officeHandovers)
    .where(and(eq(officeHandovers.toId, userId), eq(officeHandovers.status, 'offered')))
  return row?.id ?? 0
}

describe('a term', () => {
  test('begins with the role, and ends with it, with the place and with the account', async () => {
    const admin = await target.asNew({ role: 'hq_admin' })
    const { club, holder } = await buildPlace()
    const { id } = holder.user
    expect(await termsOf(id)).toMatchObject([{ office: 'club_admin_ln', clubId: club.id, endedAt: null }])
    await admin.call('PUT', `/api/users/${id}/role`, { role: 'club_secretary' })
    await admin.call('PUT', `/api/users/${id}/placement`, { currentCountry: 'France', clubId: null })
    expect((await termsOf(id)).map(({ office, endedAt }) => [office, endedAt !== null])).toEqual([
      ['club_admin_ln', true],
      ['club_secretary', true],
    ])
    await admin.call('PUT', `/api/users/${id}/role`, { role: 'country_admin' })
    await admin.call('POST', `/api/users/${id}/deactivate`)
    await admin.call('POST', `/api/users/${id}/reactivate`)
    const [, , first, again] = await termsOf(id)
    expect(first).toMatchObject({ office: 'country_admin', country: 'France', clubId: null })
    expect([first?.endedAt !== null, again?.endedAt]).toEqual([true, null])
  })

  test('has a last day that an approver within reach sets, and is reminded of once for each', async () => {
    const { holder } = await buildPlace()
    const [term] = await termsOf(holder.user.id)
    const near = await target.asNew({ role: 'country_admin' })
    const far = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const set = async (caller: typeof near, endsOn: string | null) =>
      (await caller.call('PUT', `/api/offices/${term?.id}/term`, { endsOn })).statusCode
    expect(await set(far, day(20))).toBe(404)
    expect(await set(holder, day(20))).toBe(403)
    expect(await set(near, 'esok')).toBe(400)
    expect(await set(near, day(20))).toBe(204)
    const reminders = () =>
      target.database.db.$count(
        notifications,
        and(eq(notifications.userId, holder.user.id), eq(notifications.kind, 'office.ending')),
      )
    const context = testContext(target.database.db)
    for (const count of [1, 1]) {
      await remindOffices(context)
      expect(await reminders()).toBe(count)
    }
    await set(near, day(5))
    await Promise.all([remindOffices(context), remindOffices(context)])
    expect(await reminders()).toBe(2)
    await set(near, null)
    await remindOffices(context)
    expect(await reminders()).toBe(2)
  })

  test('is listed within reach, now and before, and so is what nobody holds', async () => {
    const { club, holder } = await buildPlace()
    const ids = async (caller: typeof holder, query = '') =>
      (await caller.call('GET', `/api/offices?pageSize=200${query}`))
        .json()
        .map(({ userId }: { userId: number }) => userId)
    const hq = await target.asNew({ role: 'hq_admin' })
    expect(await ids(hq)).toContain(holder.user.id)
    expect(await ids(holder)).toEqual([holder.user.id])
    expect(await ids(await target.asNew({ role: 'country_admin', currentCountry: 'France' }))).not.toContain(
      holder.user.id,
    )
    const vacant = async () =>
      (await holder.call('GET', '/api/offices/vacant')).json().map(({ office }: { office: string }) => office)
    expect(await vacant()).toEqual(['club_secretary'])
    await buildUser(target.database.db, { role: 'club_secretary', clubId: club.id })
    expect(await vacant()).toEqual([])
    await hq.call('PUT', `/api/users/${holder.user.id}/role`, { role: 'member' })
    expect(await ids(hq)).not.toContain(holder.user.id)
    expect(await ids(hq, '&held=before')).toContain(holder.user.id)
    expect((await (await target.asNew()).call('GET', '/api/offices')).statusCode).toBe(403)
  })
})

describe('a handover', () => {
  test('is given by one and accepted by the other: role, club and terms go over in one step', async () => {
    const { db } = target.database
    const { club, holder, heir } = await buildPlace()
    await db.update(clubs).set({ adminId: holder.user.id }).where(eq(clubs.id, club.id))
    for (const { user } of [holder, heir]) await syncSystemGroups(db, user.id)
    const runsClubGroup = async ({ call }: typeof holder) => {
      const groups: { clubId: number | null; mayRun: boolean }[] = (await call('GET', '/api/groups')).json()
      return groups.find(({ clubId }) => clubId === club.id)?.mayRun
    }
    expect([await runsClubGroup(holder), await runsClubGroup(heir)]).toEqual([true, false])
    expect((await offer(holder, heir.user.id)).statusCode).toBe(204)
    expect((await offer(holder, heir.user.id)).json().code).toBe('handover_open')
    const mine = (await heir.call('GET', '/api/offices/mine')).json()
    expect(mine.toMe).toMatchObject([{ office: 'club_admin_ln', fullName: holder.user.fullName }])
    expect(await roleOf(heir.user.id)).toBe('member')
    const accept = () => heir.call('POST', `/api/offices/handovers/${mine.toMe[0].id}/accept`)
    const codes = (await Promise.all([accept(), accept(), accept()])).map(({ statusCode }) => statusCode)
    expect(codes.sort()).toEqual([204, 409, 409])
    expect([await roleOf(holder.user.id), await roleOf(heir.user.id)]).toEqual(['member', 'club_admin_ln'])
    expect([await runsClubGroup(holder), await runsClubGroup(heir)]).toEqual([false, true])
    const [after] = await db.select().from(clubs).where(eq(clubs.id, club.id))
    expect(after?.adminId).toBe(heir.user.id)
    expect((await termsOf(holder.user.id)).every(({ endedAt }) => endedAt !== null)).toBe(true)
    expect(await termsOf(heir.user.id)).toMatchObject([{ office: 'club_admin_ln', endedAt: null }])
  })

  test('of a country brings along who waits there', async () => {
    const { db } = target.database
    const from = await target.asNew({ role: 'country_admin', currentCountry: 'Germany' })
    const to = await target.asNew({ currentCountry: 'Germany' })
    const waiting = await buildUser(db, { status: 'pending', currentCountry: 'Germany' })
    await offer(from, to.user.id)
    await to.call('POST', `/api/offices/handovers/${await openOffer(to.user.id)}/accept`)
    expect((await to.call('GET', `/api/users/${waiting.id}/application`)).statusCode).toBe(200)
    expect((await from.call('GET', `/api/users/${waiting.id}/application`)).statusCode).toBe(403)
    const told = (await to.call('GET', '/api/notifications')).json()
    expect(told.map(({ kind }: { kind: string }) => kind)).toContain('user.registered')
  })

  test('goes to nobody elsewhere, nobody above and nobody who is away, and is accepted by nobody else', async () => {
    const { db } = target.database
    const { club, holder, heir } = await buildPlace()
    for (const other of [
      await buildUser(db),
      await buildUser(db, { clubId: club.id, status: 'inactive' }),
      await buildUser(db, { clubId: club.id, role: 'country_admin' }),
    ]) {
      expect((await offer(holder, other.id)).statusCode).toBe(404)
    }
    expect((await offer(holder, holder.user.id)).statusCode).toBe(404)
    expect((await offer(heir, holder.user.id)).statusCode).toBe(403)
    await offer(holder, heir.user.id)
    const id = await openOffer(heir.user.id)
    const stranger = await target.asNew({ clubId: club.id })
    for (const what of ['accept', 'end']) {
      expect((await stranger.call('POST', `/api/offices/handovers/${id}/${what}`)).statusCode).toBe(404)
    }
    expect((await holder.call('POST', `/api/offices/handovers/${id}/end`)).statusCode).toBe(204)
    expect((await heir.call('POST', `/api/offices/handovers/${id}/accept`)).statusCode).toBe(409)
    expect(await roleOf(heir.user.id)).toBe('member')
  })

  test('is over when the one who gives it lost it, or the one who takes it has gone', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    const lost = await buildPlace()
    await offer(lost.holder, lost.heir.user.id)
    const first = await openOffer(lost.heir.user.id)
    await hq.call('PUT', `/api/users/${lost.holder.user.id}/role`, { role: 'member' })
    expect((await lost.heir.call('POST', `/api/offices/handovers/${first}/accept`)).statusCode).toBe(409)
    const gone = await buildPlace()
    await offer(gone.holder, gone.heir.user.id)
    const second = await openOffer(gone.heir.user.id)
    await hq.call('PUT', `/api/users/${gone.heir.user.id}/placement`, {
      currentCountry: 'France',
      clubId: null,
    })
    expect((await gone.heir.call('POST', `/api/offices/handovers/${second}/accept`)).statusCode).toBe(409)
    expect([await roleOf(gone.holder.user.id), await roleOf(gone.heir.user.id)]).toEqual([
      'club_admin_ln',
      'member',
    ])
  })
})

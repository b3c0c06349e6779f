import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { clubs } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { roles } from '#shared/constants.ts'

const target = setUpApp()
type Club = Awaited<ReturnType<typeof buildClub>>

const setClubAdmin = (caller: Caller, { id, name, country }: Club, adminId: unknown, more = {}) =>
  caller.call('PUT', `/api/clubs/${id}`, { name, country, adminId, ...more })

const readClubAdmin = async (club: Club) => {
  const [row] = await target.database.db.select().from(clubs).where(eq(clubs.id, club.id))
  return row?.adminId
}

const listClubAuditEvents = async (club: Club) =>
  target.database.db
    .select({ kind: auditEvents.kind, details: auditEvents.details, country: auditEvents.country })
    .from(auditEvents)
    .where(and(eq(auditEvents.targetType, 'club'), eq(auditEvents.targetId, String(club.id))))
    .orderBy(auditEvents.id)

describe('GET /api/clubs/:id', () => {
  test('every role can read a club with its description, administrator and number of members', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Japan', description: 'Satu\n\nDua' })
    const admin = await buildUser(db, { clubId: club.id, fullName: 'Salmah Idris' })
    await buildUser(db, { clubId: club.id, status: 'pending' })
    await db.update(clubs).set({ adminId: admin.id }).where(eq(clubs.id, club.id))
    for (const role of roles) {
      const caller = await target.asNew({ role, currentCountry: 'France' })
      const response = await caller.call('GET', `/api/clubs/${club.id}`)
      expect([role, response.statusCode]).toEqual([role, 200])
      expect(response.json()).toMatchObject({
        id: club.id,
        name: club.name,
        description: 'Satu\n\nDua',
        memberCount: 1,
        isActive: true,
        admin: { id: admin.id, fullName: 'Salmah Idris', profileImageUrl: null },
        groupId: null,
      })
      expect(Object.keys(response.json().admin)).toEqual(['id', 'fullName', 'profileImageUrl'])
    }
    const other = await buildClub(db)
    const caller = await target.asNew()
    expect((await caller.call('GET', `/api/clubs/${other.id}`)).json().admin).toBeNull()
    expect((await caller.call('GET', '/api/clubs/999999')).statusCode).toBe(404)
  })

  test('a club shows its chat group only to members of the group, and only while the group is active', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const [group] = await db
      .insert(messageGroups)
      .values({ name: club.name, type: 'club', clubId: club.id })
      .returning()
    const [inside, outside] = [await target.asNew(), await target.asNew({ role: 'system_admin' })]
    await db.insert(groupMembers).values({ groupId: group?.id ?? 0, userId: inside.user.id })
    const readGroupId = async (caller: Caller) =>
      (await caller.call('GET', `/api/clubs/${club.id}`)).json().groupId
    expect([await readGroupId(inside), await readGroupId(outside)]).toEqual([group?.id, null])
    await db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.clubId, club.id))
    expect(await readGroupId(inside)).toBeNull()
  })
})

describe('administrator of a club', () => {
  test('only headquarters can choose the administrator of a club', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const member = await buildUser(db, { clubId: club.id })
    for (const role of roles) {
      const caller = await target.asNew({ role, clubId: club.id })
      const isAllowed = role === 'system_admin' || role === 'hq_admin'
      expect((await setClubAdmin(caller, club, member.id)).statusCode).toBe(isAllowed ? 204 : 403)
      expect(await readClubAdmin(club)).toBe(isAllowed ? member.id : null)
      await db.update(clubs).set({ adminId: null }).where(eq(clubs.id, club.id))
    }
  })

  test('a change of club administrator is notified and audited with both user ids, adminId null removes the administrator, no adminId changes nothing', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const club = await buildClub(db, { name: 'Kelab Osaka', description: 'Lama' })
    const member = await target.asNew({ clubId: club.id })
    expect((await setClubAdmin(hq, club, member.user.id)).statusCode).toBe(204)
    const [notification] = (await member.call('GET', '/api/notifications')).json()
    expect(notification).toMatchObject({
      kind: 'club.admin_changed',
      subject: 'Kelab Osaka',
      subjectId: club.id,
      readAt: null,
    })
    expect((await setClubAdmin(hq, club, undefined, { description: 'Baharu' })).statusCode).toBe(204)
    expect(await readClubAdmin(club)).toBe(member.user.id)
    const other = await buildUser(db, { clubId: club.id })
    expect((await setClubAdmin(hq, club, other.id, { description: 'Lagi' })).statusCode).toBe(204)
    expect((await setClubAdmin(hq, club, null)).statusCode).toBe(204)
    expect(await readClubAdmin(club)).toBeNull()
    const buildChangedAdminEvent = (from: number | null, to: number | null) => ({
      kind: 'club.admin_changed',
      details: { from, to },
      country: 'Japan',
    })
    const updated = { kind: 'club.updated', details: { fields: 'description' }, country: 'Japan' }
    expect(await listClubAuditEvents(club)).toEqual([
      buildChangedAdminEvent(null, member.user.id),
      updated,
      updated,
      buildChangedAdminEvent(member.user.id, other.id),
      buildChangedAdminEvent(other.id, null),
    ])
  })

  test('the administrator of a club must be an active member of it, so a new club has none', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const [club, otherClub] = [await buildClub(db), await buildClub(db)]
    const ineligible = [
      await buildUser(db, { clubId: otherClub.id }),
      await buildUser(db, { clubId: null }),
      await buildUser(db, { clubId: club.id, status: 'inactive' }),
      await buildUser(db, { clubId: club.id, status: 'pending' }),
      await buildUser(db, { clubId: club.id, erasedAt: new Date() }),
      { id: 999_999 },
    ]
    const fields = { adminId: 'Pentadbir mestilah ahli aktif kelab ini' }
    for (const { id } of ineligible) {
      const response = await setClubAdmin(hq, club, id, { description: 'Tidak disimpan' })
      expect([response.statusCode, response.json().fields]).toEqual([400, fields])
    }
    for (const nonsense of ['1', 0, -1, 1.5, [], {}]) {
      expect((await setClubAdmin(hq, club, nonsense)).statusCode).toBe(400)
    }
    expect((await setClubAdmin(hq, { ...club, id: 999_999 }, ineligible[0]?.id)).statusCode).toBe(404)
    expect(await listClubAuditEvents(club)).toEqual([])
    const createClub = (adminId: unknown) =>
      hq.call('POST', '/api/clubs', { name: 'Kelab Lille', country: 'France', adminId })
    expect((await createClub(hq.user.id)).json().fields).toEqual({
      adminId: 'Kelab baharu belum mempunyai ahli untuk dijadikan pentadbir',
    })
    expect((await createClub(null)).statusCode).toBe(201)
  })

  test('concurrent requests that appoint the same club administrator record one audit event and notify once', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const club = await buildClub(db)
    const member = await buildUser(db, { clubId: club.id })
    const responses = await Promise.all(Array.from({ length: 12 }, () => setClubAdmin(hq, club, member.id)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(204))
    const changes = (await listClubAuditEvents(club)).filter(({ kind }) => kind === 'club.admin_changed')
    expect(changes).toHaveLength(1)
    const notified = await db.select().from(notifications).where(eq(notifications.userId, member.id))
    expect(notified).toHaveLength(1)
  })

  test('a user who leaves or is deactivated concurrently never stays administrator of the club', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    for (let round = 0; round < 6; round++) {
      const club = await buildClub(db)
      const member = await buildUser(db, { clubId: club.id })
      const makeMemberLeaveClub = () =>
        round % 2
          ? hq.call('POST', `/api/users/${member.id}/deactivate`)
          : hq.call('PUT', `/api/users/${member.id}/placement`, { currentCountry: 'Japan', clubId: null })
      const [departure, ...assignments] = await Promise.all([
        makeMemberLeaveClub(),
        ...Array.from({ length: 4 }, () => setClubAdmin(hq, club, member.id)),
      ])
      expect(departure.statusCode).toBe(200)
      for (const { statusCode } of assignments) expect([204, 400]).toContain(statusCode)
      expect(await readClubAdmin(club)).toBeNull()
    }
  })
})

import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { epochBoxes, userKeys } from '#server/db/schema/e2ee.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { likelyPairs, mergeRequests } from '#server/db/schema/merging.ts'
import { writeMessages } from '#server/features/chat/write-messages.service.ts'
import { openIcNumber, sealIcNumber } from '#server/features/users/person.service.ts'
import { setUpApp, testContext, testSecret } from '#server/test/app.ts'
import { buildGroup } from '#server/test/chat.ts'
import { startEpoch, withKeys } from '#server/test/e2ee.ts'
import { buildActivity, buildClub, buildSession, buildUser, testPassword } from '#server/test/factories.ts'
import { lookForPairs } from './look-for-pairs.service.ts'
import { settleMerges } from './merge-accounts.service.ts'

const target = setUpApp()
type Caller = Awaited<ReturnType<typeof target.asNew>>

const merge = (by: Caller, kept: number, gone: number, take: string[] = []) =>
  by.call('POST', `/api/merging/${kept}/with/${gone}`, { take })
const resultOf = async (answer: ReturnType<typeof merge>) => {
  const { statusCode, json } = await answer
  return [statusCode, json().outcome ?? json().code]
}
const find = async (id: number) =>
  (await target.database.db.select().from(users).where(eq(users.id, id)))[0] as typeof users.$inferSelect
/** Entered by others; nobody has ever signed in. */
const entered = (overrides: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(target.database.db, { password: null, agreedAt: null, ...overrides })
const asAdmin = () => target.asNew({ role: 'hq_admin' })

describe('likely pairs', () => {
  const pairsOf = async (caller: Caller, ...ids: number[]) => {
    const pairs = (await caller.call('GET', '/api/merging/pairs?limit=100')).json() as {
      id: number
      why: string
      people: { id: number }[]
    }[]
    return pairs.filter(({ people }) => people.some(({ id }) => ids.includes(id)))
  }
  const look = () => lookForPairs(testContext(target.database.db))

  test('are found by telephone, by name and year, and by name alone where a year is missing', async () => {
    const admin = await asAdmin()
    const phone = await entered({ phone: '+81 90-5555-1234' })
    const samePhone = await entered({ phone: '090 5555 1234', fullName: 'Orang Lain' })
    const name = await entered({ fullName: 'Siti Nurhaliza Binti Tarudin', birthYear: 1999 })
    const alike = await entered({ fullName: 'Siti Nur Haliza Binti Tarudin', birthYear: 1999 })
    const otherYear = await entered({ fullName: 'Siti Nurhaliza Binti Tarudin', birthYear: 1989 })
    const noYear = await entered({ fullName: 'Kamal Bin Hassan Unik' })
    const sameName = await entered({ fullName: 'Kamal Bin Hassan Unik', birthYear: 2001 })
    await look()
    const found = await pairsOf(admin, phone.id, name.id, otherYear.id, noYear.id)
    expect(found.map(({ why, people }) => [why, ...people.map(({ id }) => id)]).sort()).toEqual(
      [
        ['same_name', noYear.id, sameName.id],
        ['same_phone', phone.id, samePhone.id],
        ['similar_name', name.id, alike.id],
      ].sort(),
    )
    // What no longer holds goes, and what is said of others stays.
    await target.database.db.update(users).set({ phone: '+81 1' }).where(eq(users.id, samePhone.id))
    await look()
    expect(await pairsOf(admin, phone.id)).toEqual([])
    expect(await pairsOf(admin, name.id)).toHaveLength(1)
  })

  test('are within reach, both of them; one that was dismissed is never asked about again', async () => {
    const [admin, japan, korea, club] = [
      await asAdmin(),
      await target.asNew({ role: 'country_admin' }),
      await target.asNew({ role: 'country_admin', currentCountry: 'South Korea' }),
      await target.asNew({ role: 'club_admin_ln', clubId: (await buildClub(target.database.db)).id }),
    ]
    const phone = '+81 90-7777-0001'
    const here = await entered({ phone })
    const there = await entered({ phone, currentCountry: 'South Korea' })
    const alsoHere = await entered({ phone, status: 'pending' })
    await look()
    const all = await pairsOf(admin, here.id, there.id)
    expect(all).toHaveLength(3)
    const [mine] = await pairsOf(japan, here.id)
    expect(mine?.people.map(({ id }) => id)).toEqual([here.id, alsoHere.id])
    expect(await pairsOf(korea, here.id, there.id)).toEqual([])
    expect((await club.call('GET', '/api/merging/pairs')).statusCode).toBe(403)
    const evidence = async (by: Caller) =>
      (await by.call('GET', `/api/users/${alsoHere.id}/application`)).json()
    expect((await evidence(japan)).likely).toMatchObject([{ id: here.id, why: 'same_phone' }])
    expect((await evidence(admin)).likely).toHaveLength(2)
    const dismiss = async (by: Caller) =>
      (await by.call('POST', `/api/merging/pairs/${mine?.id}/dismiss`)).statusCode
    expect(await dismiss(korea)).toBe(404)
    expect(await Promise.all([dismiss(japan), dismiss(admin)])).toEqual([204, 204])
    await target.database.db.update(users).set({ fullName: 'Nama Lain' }).where(eq(users.id, here.id))
    await look()
    expect(await pairsOf(japan, here.id)).toEqual([])
    expect((await evidence(japan)).likely).toEqual([])
  })

  test('are read by key and index, however many people there are', async () => {
    const { db } = target.database
    await db.execute(sql`insert into users (username, email, full_name, current_country, agreed_at)
      select 'ramai' || n, 'ramai' || n || '@contoh.my', 'Ramai Orang ' || n, 'Germany', null from generate_series(1, 4000) n`)
    await db.execute(sql`insert into likely_pairs (low_id, high_id, why, country)
      select id, id + 1, 'same_name', 'Germany' from users where username like 'ramai%' and id % 2 = 0 on conflict do nothing`)
    await db.execute(sql`analyze users`)
    await db.execute(sql`analyze likely_pairs`)
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain
      select p.id from likely_pairs p join users a on a.id = p.low_id join users b on b.id = p.high_id
       where p.dismissed_at is null and p.country = 'Germany' and a.current_country = 'Germany'
         and b.current_country = 'Germany' order by p.id desc limit 20`)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('likely_pairs_of_country')
    expect(plan).not.toContain('Seq Scan')
    const one = await target.asNew({ role: 'country_admin', currentCountry: 'Germany' })
    const page = async (before?: number) =>
      (await one.call('GET', `/api/merging/pairs?limit=2${before ? `&before=${before}` : ''}`)).json() as {
        id: number
      }[]
    const first = await page()
    const second = await page(first.at(-1)?.id)
    const ids = [...first, ...second].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    await db.execute(sql`delete from unpaired`)
  })
})

describe('merging', () => {
  test('ends the one account for good: no session, no keys, no number, and a trail that leads to the other', async () => {
    const { db } = target.database
    const admin = await asAdmin()
    const kept = await target.asNew({ membershipNumber: 'JP-2024-0001' })
    const gone = await target.asNew({ status: 'pending', membershipNumber: 'JP-2024-0002' })
    await db
      .update(users)
      .set(sealIcNumber(testSecret, gone.user.id, '990101-14-5678'))
      .where(eq(users.id, gone.user.id))
    expect(await resultOf(merge(admin, kept.user.id, gone.user.id, ['icNumber']))).toEqual([200, 'merged'])
    expect((await gone.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await kept.call('GET', '/api/auth/me')).statusCode).toBe(200)
    const row = await find(kept.user.id)
    expect(openIcNumber(testSecret, row.id, row.icEncrypted as Buffer)).toBe('990101145678')
    expect(row).toMatchObject({ membershipNumber: 'JP-2024-0001', birthYear: 1999 })
    expect(await find(gone.user.id)).toMatchObject({
      mergedInto: kept.user.id,
      membershipNumber: null,
      icHash: null,
      password: null,
      email: `bekas-${gone.user.id}@dipadam.invalid`,
    })
    await expect(buildUser(db, { membershipNumber: 'JP-2024-0002' })).rejects.toThrow()
    const trail = (await admin.call('GET', `/api/audit?person=${kept.user.id}&pageSize=50`)).json()
    const events = trail.filter(({ kind }: { kind: string }) => kind === 'user.merged')
    expect(events.map(({ target }: { target: { id: string } }) => Number(target.id)).sort()).toEqual(
      [kept.user.id, gone.user.id].sort(),
    )
    // Twice, and by name of what is no more.
    expect(await resultOf(merge(admin, kept.user.id, gone.user.id))).toEqual([404, 'not_found'])
    expect((await admin.call('GET', `/api/users/${gone.user.id}`)).statusCode).toBe(404)
  })

  test('the number of the other can be taken, and one’s own is retired instead', async () => {
    const { db } = target.database
    const admin = await asAdmin()
    const [kept, gone] = [
      await entered({ membershipNumber: 'JP-2024-0003' }),
      await entered({ membershipNumber: 'JP-2024-0004' }),
    ]
    await merge(admin, kept.id, gone.id, ['membershipNumber'])
    expect((await find(kept.id)).membershipNumber).toBe('JP-2024-0004')
    await expect(buildUser(db, { membershipNumber: 'JP-2024-0003' })).rejects.toThrow()
  })

  test('is for approvers who reach both, over nobody above them or themselves, and judged where it writes', async () => {
    const { db } = target.database
    const japan = await target.asNew({ role: 'country_admin' })
    const [one, other, far] = [await entered(), await entered(), await entered({ currentCountry: 'France' })]
    expect(await resultOf(merge(japan, one.id, far.id))).toEqual([404, 'not_found'])
    expect(await resultOf(merge(await target.asNew(), one.id, other.id))).toEqual([403, 'forbidden'])
    expect(await resultOf(merge(japan, japan.user.id, one.id))).toEqual([403, 'forbidden'])
    expect(await resultOf(merge(japan, one.id, (await entered({ role: 'hq_admin' })).id))).toEqual([
      403,
      'forbidden',
    ])
    expect(await resultOf(merge(japan, one.id, one.id))).toEqual([400, 'bad_input'])
    expect(await resultOf(merge(japan, one.id, 2147483647))).toEqual([404, 'not_found'])
    expect(await resultOf(merge(japan, one.id, other.id, ['password']))).toEqual([400, 'bad_input'])
    // The right ends while the call waits for somebody who holds the row.
    const client = await target.database.pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [japan.user.id])
    const waiting = merge(japan, one.id, other.id)
    await client.query(`update users set role = 'member' where id = $1`, [japan.user.id])
    await client.query('commit')
    client.release()
    expect(await resultOf(waiting)).toEqual([403, 'forbidden'])
    expect(await db.$count(users, inArray(users.mergedInto, [one.id, other.id]))).toBe(0)
  })

  test('both ways at once: one of them is done', async () => {
    const [admin, second] = [await asAdmin(), await asAdmin()]
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await entered(), await entered()]
      const results = await Promise.all([
        resultOf(merge(admin, one.id, other.id)),
        resultOf(merge(second, other.id, one.id)),
        resultOf(merge(second, one.id, other.id)),
      ])
      expect(results.map(([status]) => status).sort()).toEqual([200, 404, 404])
      const rows = [await find(one.id), await find(other.id)]
      expect(rows.filter(({ mergedInto }) => mergedInto === null)).toHaveLength(1)
    }
  })

  test('whoever speaks meanwhile is not lost: it is the other’s in the end', async () => {
    const { db, pool } = target.database
    const admin = await asAdmin()
    const kept = await target.asNew()
    const gone = await buildUser(db, { status: 'active', agreedAt: null })
    const groupId = await buildGroup(db, [kept.user, gone])
    const sessionId = await buildSession(db, gone.id)
    const speaker = { ...gone, profileImageUrl: null }
    const say = (n: number) =>
      writeMessages(db, pool, [
        {
          user: speaker as never,
          sessionId,
          groupId,
          clientId: `kata-${n}`,
          content: `kata ${n}`,
          messageType: 'text',
          metadata: null,
        } as never,
      ])
    const saying = (async () => {
      const stored: number[] = []
      for (let n = 0; n < 60; n++) {
        const { fresh } = await say(n)
        stored.push(...fresh.map(({ seq }) => seq))
      }
      return stored
    })()
    expect(await resultOf(merge(admin, kept.user.id, gone.id))).toEqual([200, 'merged'])
    const stored = await saying
    await settleMerges(testContext(db))
    const rows = await db.select().from(messages).where(eq(messages.groupId, groupId)).orderBy(messages.seq)
    expect(rows.map(({ seq }) => seq)).toEqual(stored)
    expect(new Set(rows.map(({ senderId }) => senderId))).toEqual(new Set([kept.user.id]))
    expect(await db.$count(groupMembers, eq(groupMembers.userId, gone.id))).toBe(0)
  })

  test('a place that both had goes to whoever has waited longest', async () => {
    const { db } = target.database
    const admin = await asAdmin()
    const activity = await buildActivity(db, { maxParticipants: 2, status: 'planned' })
    const [kept, gone, third] = [await entered(), await entered(), await buildUser(db)]
    await db.insert(activityParticipants).values([
      { activityId: activity.id, userId: kept.id },
      { activityId: activity.id, userId: gone.id },
      { activityId: activity.id, userId: third.id, status: 'waiting' },
    ])
    await merge(admin, kept.id, gone.id)
    const rows = await db
      .select({ userId: activityParticipants.userId, status: activityParticipants.status })
      .from(activityParticipants)
      .where(eq(activityParticipants.activityId, activity.id))
    expect(rows.sort((a, b) => a.userId - b.userId)).toEqual([
      { userId: kept.id, status: 'registered' },
      { userId: third.id, status: 'registered' },
    ])
  })

  test('in encrypted groups the keys leave, what was signed stays, and the other waits to be signed in', async () => {
    const { db } = target.database
    const admin = await asAdmin()
    const kept = await target.asNew()
    const gone = await withKeys(await target.asNew({ agreedAt: null }))
    const friend = await withKeys(await target.asNew())
    const groupId = await buildGroup(db, [friend.user, gone.user], { encrypted: true })
    await startEpoch(groupId, [friend, gone])
    const two = [friend.user.id, gone.user.id].sort((a, b) => a - b).join(':')
    const direct = await buildGroup(db, [friend.user, gone.user], { encrypted: true, directKey: two })
    await db.insert(messages).values({ groupId, senderId: gone.user.id, seq: 1, content: 'e2ee1.x' })
    expect(await resultOf(merge(admin, kept.user.id, gone.user.id))).toEqual([200, 'merged'])
    expect(await db.$count(userKeys, eq(userKeys.userId, gone.user.id))).toBe(0)
    expect(await db.$count(epochBoxes, inArray(epochBoxes.userId, [gone.user.id, kept.user.id]))).toBe(0)
    const members = await db.select().from(groupMembers).where(eq(groupMembers.groupId, groupId))
    expect(members.map(({ userId }) => userId).sort()).toEqual([friend.user.id, kept.user.id].sort())
    const [said] = await db.select().from(messages).where(eq(messages.groupId, groupId))
    expect(said?.senderId).toBe(gone.user.id)
    const [closed] = await db.select().from(messageGroups).where(eq(messageGroups.id, direct))
    expect(closed).toMatchObject({ isActive: false, directKey: two })
    expect(
      await db.$count(
        groupMembers,
        and(eq(groupMembers.groupId, direct), eq(groupMembers.userId, kept.user.id)),
      ),
    ).toBe(0)
  })
})

describe('two accounts in which people are at home', () => {
  const ask = async () => {
    const [admin, kept, gone] = [await asAdmin(), await target.asNew(), await target.asNew()]
    expect(await resultOf(merge(admin, kept.user.id, gone.user.id, ['phone']))).toEqual([200, 'asked'])
    const [request] = await target.database.db
      .select()
      .from(mergeRequests)
      .where(eq(mergeRequests.keptId, kept.user.id))
    return { admin, kept, gone, id: request?.id ?? 0 }
  }
  const confirm = (by: Caller, id: number) => by.call('POST', `/api/account/merging/${id}/confirm`)

  test('become one only when both owners say so', async () => {
    const { db } = target.database
    const { admin, kept, gone, id } = await ask()
    for (const one of [kept, gone]) {
      const told = and(eq(notifications.userId, one.user.id), eq(notifications.kind, 'merge.asked'))
      expect(await db.$count(notifications, told)).toBe(1)
    }
    expect((await kept.call('GET', '/api/account/merging')).json().request).toMatchObject({
      isKept: true,
      otherName: gone.user.fullName,
      isConfirmed: false,
    })
    expect(await resultOf(merge(admin, kept.user.id, gone.user.id))).toEqual([409, 'merge_asked'])
    expect((await confirm(await target.asNew(), id)).statusCode).toBe(404)
    // One of them alone, however often, is not enough.
    for (const _ of [1, 2]) expect((await confirm(gone, id)).json()).toEqual({ outcome: 'asked' })
    expect((await find(gone.user.id)).mergedInto).toBeNull()
    const [first, second] = await Promise.all([confirm(kept, id), confirm(kept, id)])
    expect([first?.statusCode, second?.statusCode].sort()).toEqual([200, 404])
    expect((await find(gone.user.id)).mergedInto).toBe(kept.user.id)
    expect(await db.$count(sessions, eq(sessions.userId, gone.user.id))).toBe(0)
    const event = and(eq(auditEvents.kind, 'user.merged'), eq(auditEvents.targetId, String(kept.user.id)))
    expect((await db.select().from(auditEvents).where(event))[0]?.actorId).toBe(admin.user.id)
  })

  test('stay two when one of them declines, when it is withdrawn, or when whoever asked no longer may', async () => {
    const { db } = target.database
    const declined = await ask()
    expect((await declined.gone.call('POST', `/api/account/merging/${declined.id}/decline`)).statusCode).toBe(
      204,
    )
    expect((await confirm(declined.kept, declined.id)).statusCode).toBe(404)
    const withdrawn = await ask()
    const far = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    expect((await far.call('DELETE', `/api/merging/requests/${withdrawn.id}`)).statusCode).toBe(404)
    expect((await withdrawn.admin.call('DELETE', `/api/merging/requests/${withdrawn.id}`)).statusCode).toBe(
      204,
    )
    expect((await confirm(withdrawn.kept, withdrawn.id)).statusCode).toBe(404)
    const lost = await ask()
    await confirm(lost.gone, lost.id)
    await db.update(users).set({ role: 'member' }).where(eq(users.id, lost.admin.user.id))
    expect((await confirm(lost.kept, lost.id)).json().code).toBe('merge_over')
    const late = await ask()
    await db.update(mergeRequests).set({ expiresAt: new Date() }).where(eq(mergeRequests.id, late.id))
    expect((await confirm(late.kept, late.id)).json().code).toBe('merge_over')
    for (const { gone } of [declined, withdrawn, lost, late]) {
      expect((await find(gone.user.id)).mergedInto).toBeNull()
    }
  })

  test('a way in is never given to another account: the one that is used stays', async () => {
    const admin = await asAdmin()
    const used = await target.asNew()
    const listed = await entered({ phone: '+81 90-1111-2222' })
    const preview = async (kept: number, gone: number) =>
      (await admin.call('GET', `/api/merging/${kept}/with/${gone}`)).json()
    expect(await preview(listed.id, used.user.id)).toMatchObject({ mustSwap: true, needsOwners: false })
    expect(await resultOf(merge(admin, listed.id, used.user.id))).toEqual([409, 'merge_other_way'])
    expect(await preview(used.user.id, listed.id)).toMatchObject({
      mustSwap: false,
      kept: { entry: 'active', counts: { activities: 0 } },
      gone: { entry: 'none' },
      fields: expect.arrayContaining([{ field: 'phone', kept: null, gone: '+81 90-1111-2222' }]),
    })
    expect(await resultOf(merge(admin, used.user.id, listed.id, ['phone']))).toEqual([200, 'merged'])
    expect(await find(used.user.id)).toMatchObject({ phone: '+81 90-1111-2222' })
  })

  test('one that somebody used and that rests is not given away behind its owner’s back', async () => {
    const admin = await asAdmin()
    const [victim, friend, accomplice] = [await target.asNew(), await target.asNew(), await target.asNew()]
    const directKey = [victim.user.id, friend.user.id].sort((a, b) => a - b).join(':')
    const groupId = await buildGroup(target.database.db, [victim.user, friend.user], { directKey })
    expect((await admin.call('POST', `/api/users/${victim.user.id}/deactivate`, {})).statusCode).toBe(200)
    const give = () => resultOf(merge(admin, accomplice.user.id, victim.user.id))
    expect(await give()).toEqual([409, 'merge_rests'])
    expect((await accomplice.call('GET', `/api/messages/${groupId}`)).statusCode).toBe(404)
    // Woken, they are asked, and have to say so themselves.
    await admin.call('POST', `/api/users/${victim.user.id}/reactivate`)
    expect(await give()).toEqual([200, 'asked'])
    expect((await accomplice.call('GET', `/api/messages/${groupId}`)).statusCode).toBe(404)
  })

  test('what was merged goes along when its owner asks for their data, and when they are erased', async () => {
    const { db } = target.database
    const admin = await asAdmin()
    const kept = await target.asNew()
    const gone = await entered({ fullName: 'Zaleha Binti Rahsia' })
    await db.execute(
      sql`insert into user_history (user_id, status, reason) values (${gone.id}, 'active', 'Kenal Zaleha')`,
    )
    await merge(admin, kept.user.id, gone.id, ['fullName'])
    const detail = (await admin.call('GET', `/api/users/${kept.user.id}`)).json()
    expect(detail.history.map(({ reason }: { reason: string }) => reason)).toContain('Kenal Zaleha')
    expect(
      (await kept.call('POST', '/api/account/erase', { currentPassword: testPassword })).statusCode,
    ).toBe(204)
    const { rows } = await db.execute<{ found: string }>(
      sql`select u::text as found from users u where u::text ilike '%zaleha%'
          union all select h::text from user_history h where h::text ilike '%zaleha%'`,
    )
    expect(rows).toEqual([])
    expect(await db.$count(likelyPairs, inArray(likelyPairs.lowId, [kept.user.id, gone.id]))).toBe(0)
  })
})

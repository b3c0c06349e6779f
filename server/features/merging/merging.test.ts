import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { epochBoxes, userKeys } from '#server/db/schema/e2ee.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { likelyPairs, mergeRequests } from '#server/db/schema/merging.ts'
import { writeMessagesOfOneGroup } from '#server/features/chat/messages/write-messages.service.ts'
import {
  decryptIdentityNumber,
  encryptIdentityNumber,
} from '#server/features/users/person-data/person.service.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import {
  postNewSignedMemberListAndGroupKey,
  publishEncryptionKeysOfTestMember,
} from '#server/test/chat/e2ee-members.ts'
import { buildTestServiceContext, setUpApp, testSecret } from '#server/test/harness/app.ts'
import {
  buildActivity,
  buildClub,
  buildUser,
  createTestSessionInDatabase,
  testPassword,
} from '#server/test/harness/factories.ts'
import { type MergePreview, mergedFields } from '#shared/contracts/merging/merging.schemas.ts'
import { mergedKeys, type PersonKey } from '#shared/contracts/users/person-fields.ts'
import { moveRecordsWrittenDuringMerge } from './merge-accounts.service.ts'
import { updateLikelyDuplicatePairs } from './update-likely-duplicate-pairs.service.ts'

const target = setUpApp()
type Caller = Awaited<ReturnType<typeof target.asNew>>

const mergeUsersOrRequestConsent = (caller: Caller, kept: number, gone: number, take: string[] = []) =>
  caller.call('POST', `/api/merging/${kept}/with/${gone}`, { take })
const readResult = async (pendingResponse: ReturnType<typeof mergeUsersOrRequestConsent>) => {
  const { statusCode, json } = await pendingResponse
  return [statusCode, json().outcome ?? json().code]
}
const readUser = async (id: number) =>
  (await target.database.db.select().from(users).where(eq(users.id, id)))[0] as typeof users.$inferSelect
/** Builds a user whom an administrator entered and who has never signed in. */
const buildEnteredUser = (overrides: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(target.database.db, { password: null, agreedAt: null, ...overrides })
const signInAdmin = () => target.asNew({ role: 'hq_admin' })

describe('likely pairs', () => {
  const listDuplicatePairs = async (caller: Caller, ...ids: number[]) => {
    const pairs = (await caller.call('GET', '/api/merging/pairs?limit=100')).json() as {
      id: number
      why: string
      people: { id: number }[]
    }[]
    return pairs.filter(({ people }) => people.some(({ id }) => ids.includes(id)))
  }
  const updateDuplicatePairs = () => updateLikelyDuplicatePairs(buildTestServiceContext(target.database.db))

  test('likely duplicate accounts are found by phone number, by similar name and birth year, or by name without a year', async () => {
    const admin = await signInAdmin()
    const phone = await buildEnteredUser({ phone: '+81 90-5555-1234' })
    const samePhone = await buildEnteredUser({ phone: '090 5555 1234', fullName: 'Orang Lain' })
    const name = await buildEnteredUser({ fullName: 'Siti Nurhaliza Binti Tarudin', birthYear: 1999 })
    const alike = await buildEnteredUser({ fullName: 'Siti Nur Haliza Binti Tarudin', birthYear: 1999 })
    const otherYear = await buildEnteredUser({ fullName: 'Siti Nurhaliza Binti Tarudin', birthYear: 1989 })
    const noYear = await buildEnteredUser({ fullName: 'Kamal Bin Hassan Unik' })
    const sameName = await buildEnteredUser({ fullName: 'Kamal Bin Hassan Unik', birthYear: 2001 })
    await updateDuplicatePairs()
    const found = await listDuplicatePairs(admin, phone.id, name.id, otherYear.id, noYear.id)
    expect(found.map(({ why, people }) => [why, ...people.map(({ id }) => id)]).sort()).toEqual(
      [
        ['same_name', noYear.id, sameName.id],
        ['same_phone', phone.id, samePhone.id],
        ['similar_name', name.id, alike.id],
      ].sort(),
    )
    // A pair of likely duplicate accounts that no longer matches is deleted; other pairs stay.
    await target.database.db.update(users).set({ phone: '+81 1' }).where(eq(users.id, samePhone.id))
    await updateDuplicatePairs()
    expect(await listDuplicatePairs(admin, phone.id)).toEqual([])
    expect(await listDuplicatePairs(admin, name.id)).toHaveLength(1)
  })

  test('likely duplicate accounts are listed only when both are in scope, and a dismissed pair is not suggested again', async () => {
    const [admin, japan, korea, club] = [
      await signInAdmin(),
      await target.asNew({ role: 'country_admin' }),
      await target.asNew({ role: 'country_admin', currentCountry: 'South Korea' }),
      await target.asNew({ role: 'club_admin_ln', clubId: (await buildClub(target.database.db)).id }),
    ]
    const phone = '+81 90-7777-0001'
    const inJapan = await buildEnteredUser({ phone })
    const inKorea = await buildEnteredUser({ phone, currentCountry: 'South Korea' })
    const applicantInJapan = await buildEnteredUser({ phone, status: 'pending' })
    await updateDuplicatePairs()
    const all = await listDuplicatePairs(admin, inJapan.id, inKorea.id)
    expect(all).toHaveLength(3)
    const [japanPair] = await listDuplicatePairs(japan, inJapan.id)
    expect(japanPair?.people.map(({ id }) => id)).toEqual([inJapan.id, applicantInJapan.id])
    expect(await listDuplicatePairs(korea, inJapan.id, inKorea.id)).toEqual([])
    expect((await club.call('GET', '/api/merging/pairs')).statusCode).toBe(403)
    const readDuplicatesOfApplication = async (caller: Caller) =>
      (await caller.call('GET', `/api/users/${applicantInJapan.id}/application`)).json()
    expect((await readDuplicatesOfApplication(japan)).likely).toMatchObject([
      { id: inJapan.id, why: 'same_phone' },
    ])
    expect((await readDuplicatesOfApplication(admin)).likely).toHaveLength(2)
    const dismissPair = async (caller: Caller) =>
      (await caller.call('POST', `/api/merging/pairs/${japanPair?.id}/dismiss`)).statusCode
    expect(await dismissPair(korea)).toBe(404)
    expect(await Promise.all([dismissPair(japan), dismissPair(admin)])).toEqual([204, 204])
    await target.database.db.update(users).set({ fullName: 'Nama Lain' }).where(eq(users.id, inJapan.id))
    await updateDuplicatePairs()
    expect(await listDuplicatePairs(japan, inJapan.id)).toEqual([])
    expect((await readDuplicatesOfApplication(japan)).likely).toEqual([])
  })

  test('the list of likely duplicate accounts is read by index and with keyset paging among 4,000 users', async () => {
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
    const countryAdmin = await target.asNew({ role: 'country_admin', currentCountry: 'Germany' })
    const readPairPage = async (before?: number) =>
      (
        await countryAdmin.call('GET', `/api/merging/pairs?limit=2${before ? `&before=${before}` : ''}`)
      ).json() as {
        id: number
      }[]
    const first = await readPairPage()
    const second = await readPairPage(first.at(-1)?.id)
    const ids = [...first, ...second].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    await db.execute(sql`delete from unpaired`)
  })
})

describe('mergeUsersOrRequestConsent', () => {
  test('merging two accounts erases the removed account, ends its sessions, retires its membership number and audits both accounts', async () => {
    const { db } = target.database
    const admin = await signInAdmin()
    const kept = await target.asNew({ membershipNumber: 'JP-2024-0001' })
    const gone = await target.asNew({ status: 'pending', membershipNumber: 'JP-2024-0002' })
    await db
      .update(users)
      .set(encryptIdentityNumber(testSecret, gone.user.id, '990101-14-5678'))
      .where(eq(users.id, gone.user.id))
    expect(
      await readResult(mergeUsersOrRequestConsent(admin, kept.user.id, gone.user.id, ['icNumber'])),
    ).toEqual([200, 'merged'])
    expect((await gone.call('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await kept.call('GET', '/api/auth/me')).statusCode).toBe(200)
    const row = await readUser(kept.user.id)
    expect(decryptIdentityNumber(testSecret, row.id, row.icEncrypted as Buffer)).toBe('990101145678')
    expect(row).toMatchObject({ membershipNumber: 'JP-2024-0001', birthYear: 1999 })
    expect(await readUser(gone.user.id)).toMatchObject({
      mergedInto: kept.user.id,
      membershipNumber: null,
      icHash: null,
      password: null,
      email: `bekas-${gone.user.id}@dipadam.invalid`,
    })
    await expect(buildUser(db, { membershipNumber: 'JP-2024-0002' })).rejects.toThrow()
    const auditLog = (await admin.call('GET', `/api/audit?person=${kept.user.id}&pageSize=50`)).json()
    const events = auditLog.filter(({ kind }: { kind: string }) => kind === 'user.merged')
    expect(events.map(({ target }: { target: { id: string } }) => Number(target.id)).sort()).toEqual(
      [kept.user.id, gone.user.id].sort(),
    )
    // Repeating the merge or reading the removed account returns 404.
    expect(await readResult(mergeUsersOrRequestConsent(admin, kept.user.id, gone.user.id))).toEqual([
      404,
      'not_found',
    ])
    expect((await admin.call('GET', `/api/users/${gone.user.id}`)).statusCode).toBe(404)
  })

  test('a merge takes over every chosen person field of the removed account and keeps the other fields of the kept account', async () => {
    const { db } = target.database
    const admin = await signInAdmin()
    const clubIds = [(await buildClub(db)).id, (await buildClub(db, { country: 'Germany' })).id] as const
    // Values of the kept and of the removed account. Person fields without an entry are free text.
    const samples: Partial<Record<PersonKey, readonly [unknown, unknown]>> = {
      currentCountry: ['Japan', 'Germany'],
      clubId: clubIds,
      educationLevel: ['sarjana', 'sarjana_muda'],
      startYear: [2019, 2023],
      endYear: [2022, 2026],
      socialMedia: [[], [{ platform: 'Facebook', url: 'https://fb.test/a' }]],
    }
    const columns = mergedKeys.filter(key => key !== 'icNumber')
    const buildSideOfPair = async (index: 0 | 1, series: string) => {
      const person = await buildEnteredUser({
        ...Object.fromEntries(
          columns.map(key => [key, (samples[key] ?? [`${key} ${series}0`, `${key} ${series}1`])[index]]),
        ),
      })
      const icNumber = `98010${series}-14-200${index}`
      await db
        .update(users)
        .set(encryptIdentityNumber(testSecret, person.id, icNumber))
        .where(eq(users.id, person.id))
      return readUser(person.id)
    }
    const readIdentityNumber = ({ id, icEncrypted }: typeof users.$inferSelect) =>
      decryptIdentityNumber(testSecret, id, icEncrypted as Buffer)
    const choices = mergedFields.filter(field => field !== 'photograph')

    const [taking, taken] = [await buildSideOfPair(0, '1'), await buildSideOfPair(1, '1')]
    const numbers = [readIdentityNumber(taking), readIdentityNumber(taken)]
    const preview = (
      await admin.call('GET', `/api/merging/${taking.id}/with/${taken.id}`)
    ).json() as MergePreview
    const withoutDifference = preview.fields.filter(({ kept, gone }) => kept === gone)
    expect(withoutDifference.map(({ field }) => field)).toEqual(['photograph'])
    expect(await readResult(mergeUsersOrRequestConsent(admin, taking.id, taken.id, choices))).toEqual([
      200,
      'merged',
    ])
    const merged = await readUser(taking.id)
    const listDifferingFields = (a: typeof merged, b: typeof merged) =>
      columns.filter(key => JSON.stringify(a[key]) !== JSON.stringify(b[key]))
    expect(listDifferingFields(merged, taken)).toEqual([])
    expect(readIdentityNumber(merged)).toBe(numbers[1])

    const [keeping, dropped] = [await buildSideOfPair(0, '2'), await buildSideOfPair(1, '2')]
    const ownNumber = readIdentityNumber(keeping)
    expect(await readResult(mergeUsersOrRequestConsent(admin, keeping.id, dropped.id))).toEqual([
      200,
      'merged',
    ])
    const unchanged = await readUser(keeping.id)
    expect(listDifferingFields(unchanged, keeping)).toEqual([])
    expect(readIdentityNumber(unchanged)).toBe(ownNumber)
  })

  test('the membership number that the kept account had before a merge cannot be used again if the merge takes over the number of the removed account', async () => {
    const { db } = target.database
    const admin = await signInAdmin()
    const [kept, gone] = [
      await buildEnteredUser({ membershipNumber: 'JP-2024-0003' }),
      await buildEnteredUser({ membershipNumber: 'JP-2024-0004' }),
    ]
    await mergeUsersOrRequestConsent(admin, kept.id, gone.id, ['membershipNumber'])
    expect((await readUser(kept.id)).membershipNumber).toBe('JP-2024-0004')
    await expect(buildUser(db, { membershipNumber: 'JP-2024-0003' })).rejects.toThrow()
  })

  test('merging two accounts requires that both users are in scope and of lower rank, and is authorized again in its transaction', async () => {
    const { db } = target.database
    const japan = await target.asNew({ role: 'country_admin' })
    const [one, other, outOfScope] = [
      await buildEnteredUser(),
      await buildEnteredUser(),
      await buildEnteredUser({ currentCountry: 'France' }),
    ]
    expect(await readResult(mergeUsersOrRequestConsent(japan, one.id, outOfScope.id))).toEqual([
      404,
      'not_found',
    ])
    expect(await readResult(mergeUsersOrRequestConsent(await target.asNew(), one.id, other.id))).toEqual([
      403,
      'forbidden',
    ])
    expect(await readResult(mergeUsersOrRequestConsent(japan, japan.user.id, one.id))).toEqual([
      403,
      'forbidden',
    ])
    expect(
      await readResult(
        mergeUsersOrRequestConsent(japan, one.id, (await buildEnteredUser({ role: 'hq_admin' })).id),
      ),
    ).toEqual([403, 'forbidden'])
    expect(await readResult(mergeUsersOrRequestConsent(japan, one.id, one.id))).toEqual([400, 'bad_input'])
    expect(await readResult(mergeUsersOrRequestConsent(japan, one.id, 2147483647))).toEqual([
      404,
      'not_found',
    ])
    expect(await readResult(mergeUsersOrRequestConsent(japan, one.id, other.id, ['password']))).toEqual([
      400,
      'bad_input',
    ])
    // The caller loses the role while the request waits for the lock on the caller's row.
    const client = await target.database.pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [japan.user.id])
    const waiting = mergeUsersOrRequestConsent(japan, one.id, other.id)
    await client.query(`update users set role = 'member' where id = $1`, [japan.user.id])
    await client.query('commit')
    client.release()
    expect(await readResult(waiting)).toEqual([403, 'forbidden'])
    expect(await db.$count(users, inArray(users.mergedInto, [one.id, other.id]))).toBe(0)
  })

  test('of three concurrent merges of the same two accounts in both directions exactly one succeeds', async () => {
    const [admin, second] = [await signInAdmin(), await signInAdmin()]
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await buildEnteredUser(), await buildEnteredUser()]
      const results = await Promise.all([
        readResult(mergeUsersOrRequestConsent(admin, one.id, other.id)),
        readResult(mergeUsersOrRequestConsent(second, other.id, one.id)),
        readResult(mergeUsersOrRequestConsent(second, one.id, other.id)),
      ])
      expect(results.map(([status]) => status).sort()).toEqual([200, 404, 404])
      const rows = [await readUser(one.id), await readUser(other.id)]
      expect(rows.filter(({ mergedInto }) => mergedInto === null)).toHaveLength(1)
    }
  })

  test('messages sent by the removed account during the merge end up with the kept account', async () => {
    const { db, pool } = target.database
    const admin = await signInAdmin()
    const kept = await target.asNew()
    const gone = await buildUser(db, { status: 'active', agreedAt: null })
    const groupId = await createChatGroup(db, [kept.user, gone])
    const sessionId = await createTestSessionInDatabase(db, gone.id)
    const sender = { ...gone, profileImageUrl: null }
    const sendMessage = (n: number) =>
      writeMessagesOfOneGroup(db, pool, [
        {
          user: sender as never,
          sessionId,
          groupId,
          clientId: `kata-${n}`,
          content: `kata ${n}`,
          messageType: 'text',
          metadata: null,
        } as never,
      ])
    const sending = (async () => {
      const stored: number[] = []
      for (let n = 0; n < 60; n++) {
        const { newMessages } = await sendMessage(n)
        stored.push(...newMessages.map(({ seq }) => seq))
      }
      return stored
    })()
    expect(await readResult(mergeUsersOrRequestConsent(admin, kept.user.id, gone.id))).toEqual([
      200,
      'merged',
    ])
    const stored = await sending
    await moveRecordsWrittenDuringMerge(buildTestServiceContext(db))
    const rows = await db.select().from(messages).where(eq(messages.groupId, groupId)).orderBy(messages.seq)
    expect(rows.map(({ seq }) => seq)).toEqual(stored)
    expect(new Set(rows.map(({ senderId }) => senderId))).toEqual(new Set([kept.user.id]))
    expect(await db.$count(groupMembers, eq(groupMembers.userId, gone.id))).toBe(0)
  })

  test('an activity place freed by merging two participants goes to the first user on the waiting list', async () => {
    const { db } = target.database
    const admin = await signInAdmin()
    const activity = await buildActivity(db, { maxParticipants: 2, status: 'planned' })
    const [kept, gone, third] = [await buildEnteredUser(), await buildEnteredUser(), await buildUser(db)]
    await db.insert(activityParticipants).values([
      { activityId: activity.id, userId: kept.id },
      { activityId: activity.id, userId: gone.id },
      { activityId: activity.id, userId: third.id, status: 'waiting' },
    ])
    await mergeUsersOrRequestConsent(admin, kept.id, gone.id)
    const rows = await db
      .select({ userId: activityParticipants.userId, status: activityParticipants.status })
      .from(activityParticipants)
      .where(eq(activityParticipants.activityId, activity.id))
    expect(rows.sort((a, b) => a.userId - b.userId)).toEqual([
      { userId: kept.id, status: 'registered' },
      { userId: third.id, status: 'registered' },
    ])
  })

  test('merging two accounts deletes the encryption keys of the removed account and leaves its encrypted messages unchanged', async () => {
    const { db } = target.database
    const admin = await signInAdmin()
    const kept = await target.asNew()
    const gone = await publishEncryptionKeysOfTestMember(await target.asNew({ agreedAt: null }))
    const friend = await publishEncryptionKeysOfTestMember(await target.asNew())
    const groupId = await createChatGroup(db, [friend.user, gone.user], { encrypted: true })
    await postNewSignedMemberListAndGroupKey(groupId, [friend, gone])
    const directKey = [friend.user.id, gone.user.id].sort((a, b) => a - b).join(':')
    const direct = await createChatGroup(db, [friend.user, gone.user], { encrypted: true, directKey })
    await db.insert(messages).values({ groupId, senderId: gone.user.id, seq: 1, content: 'e2ee1.x' })
    expect(await readResult(mergeUsersOrRequestConsent(admin, kept.user.id, gone.user.id))).toEqual([
      200,
      'merged',
    ])
    expect(await db.$count(userKeys, eq(userKeys.userId, gone.user.id))).toBe(0)
    expect(await db.$count(epochBoxes, inArray(epochBoxes.userId, [gone.user.id, kept.user.id]))).toBe(0)
    const members = await db.select().from(groupMembers).where(eq(groupMembers.groupId, groupId))
    expect(members.map(({ userId }) => userId).sort()).toEqual([friend.user.id, kept.user.id].sort())
    const [message] = await db.select().from(messages).where(eq(messages.groupId, groupId))
    expect(message?.senderId).toBe(gone.user.id)
    const [closed] = await db.select().from(messageGroups).where(eq(messageGroups.id, direct))
    expect(closed).toMatchObject({ isActive: false, directKey })
    expect(
      await db.$count(
        groupMembers,
        and(eq(groupMembers.groupId, direct), eq(groupMembers.userId, kept.user.id)),
      ),
    ).toBe(0)
  })
})

describe('merge requests between two accounts in use', () => {
  const requestMerge = async () => {
    const [admin, kept, gone] = [await signInAdmin(), await target.asNew(), await target.asNew()]
    expect(
      await readResult(mergeUsersOrRequestConsent(admin, kept.user.id, gone.user.id, ['phone'])),
    ).toEqual([200, 'asked'])
    const [request] = await target.database.db
      .select()
      .from(mergeRequests)
      .where(eq(mergeRequests.keptId, kept.user.id))
    return { admin, kept, gone, id: request?.id ?? 0 }
  }
  const confirmMerge = (caller: Caller, id: number) =>
    caller.call('POST', `/api/account/merging/${id}/confirm`)

  test('two accounts in use are merged only after both owners confirm', async () => {
    const { db } = target.database
    const { admin, kept, gone, id } = await requestMerge()
    for (const one of [kept, gone]) {
      const isMergeNotification = and(
        eq(notifications.userId, one.user.id),
        eq(notifications.kind, 'merge.asked'),
      )
      expect(await db.$count(notifications, isMergeNotification)).toBe(1)
    }
    expect((await kept.call('GET', '/api/account/merging')).json().request).toMatchObject({
      isKept: true,
      otherName: gone.user.fullName,
      isConfirmed: false,
    })
    expect(await readResult(mergeUsersOrRequestConsent(admin, kept.user.id, gone.user.id))).toEqual([
      409,
      'merge_asked',
    ])
    expect((await confirmMerge(await target.asNew(), id)).statusCode).toBe(404)
    // Repeated confirmations by one owner do not merge the accounts.
    for (const _ of [1, 2]) expect((await confirmMerge(gone, id)).json()).toEqual({ outcome: 'asked' })
    expect((await readUser(gone.user.id)).mergedInto).toBeNull()
    const [first, second] = await Promise.all([confirmMerge(kept, id), confirmMerge(kept, id)])
    expect([first?.statusCode, second?.statusCode].sort()).toEqual([200, 404])
    expect((await readUser(gone.user.id)).mergedInto).toBe(kept.user.id)
    expect(await db.$count(sessions, eq(sessions.userId, gone.user.id))).toBe(0)
    const event = and(eq(auditEvents.kind, 'user.merged'), eq(auditEvents.targetId, String(kept.user.id)))
    expect((await db.select().from(auditEvents).where(event))[0]?.actorId).toBe(admin.user.id)
  })

  test('a merge request has no effect after it is declined, withdrawn or expired, or its requester lost permission', async () => {
    const { db } = target.database
    const declined = await requestMerge()
    expect((await declined.gone.call('POST', `/api/account/merging/${declined.id}/decline`)).statusCode).toBe(
      204,
    )
    expect((await confirmMerge(declined.kept, declined.id)).statusCode).toBe(404)
    const withdrawn = await requestMerge()
    const outOfScope = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    expect((await outOfScope.call('DELETE', `/api/merging/requests/${withdrawn.id}`)).statusCode).toBe(404)
    expect((await withdrawn.admin.call('DELETE', `/api/merging/requests/${withdrawn.id}`)).statusCode).toBe(
      204,
    )
    expect((await confirmMerge(withdrawn.kept, withdrawn.id)).statusCode).toBe(404)
    const unauthorized = await requestMerge()
    await confirmMerge(unauthorized.gone, unauthorized.id)
    await db.update(users).set({ role: 'member' }).where(eq(users.id, unauthorized.admin.user.id))
    expect((await confirmMerge(unauthorized.kept, unauthorized.id)).json().code).toBe('merge_over')
    const expired = await requestMerge()
    await db.update(mergeRequests).set({ expiresAt: new Date() }).where(eq(mergeRequests.id, expired.id))
    expect((await confirmMerge(expired.kept, expired.id)).json().code).toBe('merge_over')
    for (const { gone } of [declined, withdrawn, unauthorized, expired]) {
      expect((await readUser(gone.user.id)).mergedInto).toBeNull()
    }
  })

  test('merging two accounts returns 409 with the error merge_other_way when it would remove the account in use', async () => {
    const admin = await signInAdmin()
    const used = await target.asNew()
    const listed = await buildEnteredUser({ phone: '+81 90-1111-2222' })
    const previewMerge = async (kept: number, gone: number) =>
      (await admin.call('GET', `/api/merging/${kept}/with/${gone}`)).json()
    expect(await previewMerge(listed.id, used.user.id)).toMatchObject({ mustSwap: true, needsOwners: false })
    expect(await readResult(mergeUsersOrRequestConsent(admin, listed.id, used.user.id))).toEqual([
      409,
      'merge_other_way',
    ])
    expect(await previewMerge(used.user.id, listed.id)).toMatchObject({
      mustSwap: false,
      kept: { entry: 'active', counts: { activities: 0 } },
      gone: { entry: 'none' },
      fields: expect.arrayContaining([{ field: 'phone', kept: null, gone: '+81 90-1111-2222' }]),
    })
    expect(await readResult(mergeUsersOrRequestConsent(admin, used.user.id, listed.id, ['phone']))).toEqual([
      200,
      'merged',
    ])
    expect(await readUser(used.user.id)).toMatchObject({ phone: '+81 90-1111-2222' })
  })

  test('merging a deactivated account that was in use returns 409; after reactivation it needs owner consent', async () => {
    const admin = await signInAdmin()
    const [victim, friend, accomplice] = [await target.asNew(), await target.asNew(), await target.asNew()]
    const directKey = [victim.user.id, friend.user.id].sort((a, b) => a - b).join(':')
    const groupId = await createChatGroup(target.database.db, [victim.user, friend.user], { directKey })
    expect((await admin.call('POST', `/api/users/${victim.user.id}/deactivate`, {})).statusCode).toBe(200)
    const mergeIntoAccomplice = () =>
      readResult(mergeUsersOrRequestConsent(admin, accomplice.user.id, victim.user.id))
    expect(await mergeIntoAccomplice()).toEqual([409, 'merge_rests'])
    expect((await accomplice.call('GET', `/api/messages/${groupId}`)).statusCode).toBe(404)
    // After reactivation the merge requires the consent of the owner.
    await admin.call('POST', `/api/users/${victim.user.id}/reactivate`)
    expect(await mergeIntoAccomplice()).toEqual([200, 'asked'])
    expect((await accomplice.call('GET', `/api/messages/${groupId}`)).statusCode).toBe(404)
  })

  test('the history of a merged account is shown with the kept account and erased together with it', async () => {
    const { db } = target.database
    const admin = await signInAdmin()
    const kept = await target.asNew()
    const gone = await buildEnteredUser({ fullName: 'Zaleha Binti Rahsia' })
    await db.execute(
      sql`insert into user_history (user_id, status, reason) values (${gone.id}, 'active', 'Kenal Zaleha')`,
    )
    await mergeUsersOrRequestConsent(admin, kept.user.id, gone.id, ['fullName'])
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

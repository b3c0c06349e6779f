// Property test: the recipient count shown before sending equals the number of recipients that are stored.
// The counts are compared for random audience filters while users change status or country.

import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { buildTestServiceContext, type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, type TestUser } from '#server/test/harness/factories.ts'
import { chooseNumberOfRuns } from '#server/test/harness/pick-test-case-subset.ts'
import { educationLevels, roles, userStatuses } from '#shared/constants.ts'
import type { Audience } from '#shared/contracts/announcements/announcements.schemas.ts'
import { deliverAnnouncements } from './deliver-announcements.service.ts'

const target = setUpApp()
const countries = ['Japan', 'France', 'Germany'] as const
const years = [2021, 2022, 2023]
let clubs: { id: number; country: string }[] = []
let senders: { by: Caller; reaches: (user: TestUser) => boolean }[] = []
const getDatabase = () => target.database.db

const pickItem = <T>(list: readonly T[], n: number) => list[n % list.length] as T

beforeAll(async () => {
  clubs = await Promise.all(
    [0, 1, 2, 3].map(n => buildClub(getDatabase(), { country: pickItem(countries, n) })),
  )
  const rows = Array.from({ length: 120 }, (_, n) => {
    const club = n % 5 === 0 ? undefined : pickItem(clubs, n * 7)
    return {
      username: `orang${n}`,
      email: `orang${n}@contoh.my`,
      fullName: `Orang ${n}`,
      status: n % 6 === 0 ? pickItem(userStatuses, n / 6) : ('active' as const),
      role: pickItem(roles, n * 5 + 3),
      clubId: club?.id ?? null,
      currentCountry: (club?.country ?? pickItem(countries, n)) as 'Japan',
      educationLevel: n % 4 === 0 ? null : pickItem(educationLevels, n),
      startYear: n % 7 === 0 ? null : pickItem(years, n),
    }
  })
  await getDatabase().insert(users).values(rows)
  const club = pickItem(clubs, 1)
  senders = [
    { by: await target.asNew({ role: 'hq_admin' }), reaches: () => true },
    {
      by: await target.asNew({ role: 'country_admin', currentCountry: 'France' }),
      reaches: user => user.currentCountry === 'France',
    },
    {
      by: await target.asNew({ role: 'club_secretary', clubId: club.id, currentCountry: 'France' }),
      reaches: user => user.clubId === club.id,
    },
  ]
})

/** Reference implementation of the audience filter without SQL. */
function matchesAudience(
  user: TestUser,
  { countries, clubIds, roles: allowedRoles, educationLevels: levels, startYears }: Audience,
) {
  const isInListOrListIsEmpty = (list: readonly unknown[] | undefined, value: unknown) =>
    !list?.length || list.includes(value)
  return (
    user.status === 'active' &&
    user.erasedAt === null &&
    isInListOrListIsEmpty(countries, user.currentCountry) &&
    isInListOrListIsEmpty(clubIds, user.clubId) &&
    isInListOrListIsEmpty(allowedRoles, user.role) &&
    isInListOrListIsEmpty(levels, user.educationLevel) &&
    isInListOrListIsEmpty(startYears, user.startYear)
  )
}

const pickOptionalSubset = <T>(list: readonly T[]) => fc.option(fc.subarray([...list]), { nil: undefined })

/** Arbitrary change of a user: another status, another country, no club. */
const moveArbitrary = fc.record({
  who: fc.nat(119),
  status: fc.constantFrom('active' as const, 'inactive' as const),
  place: fc.constantFrom(...countries),
})
type Moves = (typeof moveArbitrary extends fc.Arbitrary<infer T> ? T : never)[]

async function applyUserMoves(moves: Moves): Promise<void> {
  for (const { who, status, place } of moves) {
    const set = { status, currentCountry: place, clubId: null }
    await getDatabase()
      .update(users)
      .set(set)
      .where(eq(users.username, `orang${who}`))
  }
}

test('the recipient count shown before sending an announcement equals the users who then receive the announcement', async () => {
  const filters = fc.record({
    countries: pickOptionalSubset(countries),
    clubs: pickOptionalSubset([0, 1, 2, 3]),
    roles: pickOptionalSubset(roles),
    educationLevels: pickOptionalSubset(educationLevels),
    startYears: pickOptionalSubset(years),
  })
  const moves = fc.array(moveArbitrary, { maxLength: 4 })
  const runAudienceScenario = async (
    filter: typeof filters extends fc.Arbitrary<infer T> ? T : never,
    senderIndex: number,
    movesBefore: Moves,
    movesAfter: Moves,
  ) => {
    const sender = senders[senderIndex]
    if (!sender) throw new Error('no sender')
    const { clubs: clubIndexes, ...rest } = filter
    const clubIds = clubIndexes?.map(n => pickItem(clubs, n).id)
    const audience = JSON.parse(JSON.stringify({ ...rest, clubIds })) as Audience
    const { id } = (
      await sender.by.call('POST', '/api/announcements', { title: 'Ujian', body: 'Ujian', audience })
    ).json()
    await applyUserMoves(movesBefore)
    const allUsers = await getDatabase().select().from(users)
    const expectedIds = allUsers
      .filter(user => sender.reaches(user) && matchesAudience(user, audience))
      .map(user => user.id)
    const { count } = (await sender.by.call('POST', '/api/announcements/audience', { audience })).json()
    expect(count).toBe(expectedIds.length)
    const sent = await sender.by.call('POST', `/api/announcements/${id}/send`, {})
    expect(sent.statusCode).toBe(count === 0 ? 409 : 204)
    if (count === 0) return
    await deliverAnnouncements(buildTestServiceContext(getDatabase()))
    await applyUserMoves(movesAfter)
    await deliverAnnouncements(buildTestServiceContext(getDatabase()))
    const storedRecipients = await getDatabase()
      .select({ id: announcementRecipients.userId })
      .from(announcementRecipients)
      .where(eq(announcementRecipients.announcementId, id))
    expect(storedRecipients.map(row => row.id).sort()).toEqual(expectedIds.sort())
    const [row] = await getDatabase().select().from(announcements).where(eq(announcements.id, id))
    expect(row?.recipientCount).toBe(count)
  }
  await fc.assert(fc.asyncProperty(filters, fc.nat(2), moves, moves, runAudienceScenario), {
    numRuns: chooseNumberOfRuns({ short: 8, all: 25 }),
  })
})

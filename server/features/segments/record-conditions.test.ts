// Tests of segment conditions on custom fields and roll calls (checks whether people are safe).
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { customFields } from '#server/db/schema/custom-fields.ts'
import { rollCallPeople, rollCalls } from '#server/db/schema/roll-calls.ts'
import { storeCustomFieldValue } from '#server/features/custom-fields/field-values.service.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { SegmentCondition } from '#shared/contracts/segments/conditions.schemas.ts'

const target = setUpApp()
const db = () => target.database.db
let hq: Awaited<ReturnType<typeof target.asNew>>
let japan: Caller
let secretary: Caller
let clubId: number
let serial = 0

beforeAll(async () => {
  clubId = (await buildClub(db(), { country: 'Japan' })).id
  hq = await target.asNew({ role: 'hq_admin' })
  japan = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
  secretary = await target.asNew({ role: 'club_secretary', currentCountry: 'Japan', clubId })
})

// A custom field of headquarters applies to all users, so a remaining one would affect the next tests.
afterEach(async () => {
  await db().delete(customFields)
})

const buildMembers = (count: number) => {
  const institution = `Universiti Rekod ${serial++}`
  const build = () => buildUser(db(), { currentCountry: 'Japan', clubId, institution })
  const at: SegmentCondition = { kind: 'institution', text: institution }
  return Promise.all(Array.from({ length: count }, build)).then(members => ({ members, at }))
}

async function createField(by: Caller, overrides: object): Promise<number> {
  const response = await by.call('POST', '/api/custom-fields', {
    ...{ country: null, clubId: null, kind: 'text', label: `Medan ${serial++}`, help: '', section: '' },
    ...{ isRequired: false, visibleTo: 'both', editableBy: 'both', choices: [], ...overrides },
  })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

async function count(caller: Caller, conditions: SegmentCondition[], match: 'all' | 'any' = 'all') {
  const response = await caller.call('POST', '/api/segments/count', { match, conditions })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().count as number
}

describe('segment condition on a custom field', () => {
  it('a segment selects members by the value of a custom field, alone or combined with other conditions', async () => {
    const { members, at } = await buildMembers(3)
    const number = await createField(secretary, { clubId, kind: 'number' })
    const text = await createField(hq, {})
    const [first, second] = members.map(({ id }) => id) as [number, number]
    await storeCustomFieldValue(db(), first, { id: number, kind: 'number' }, 5)
    await storeCustomFieldValue(db(), second, { id: number, kind: 'number' }, 9)
    await storeCustomFieldValue(db(), second, { id: text, kind: 'text' }, 'Silat Cekak')
    const atLeast = (value: string): SegmentCondition => ({
      ...{ kind: 'field', fieldId: number, operator: 'atLeast', value },
    })
    const contains: SegmentCondition = { kind: 'field', fieldId: text, operator: 'contains', value: 'cekak' }
    for (const caller of [hq, japan, secretary]) {
      expect([
        await count(caller, [at, atLeast('5')]),
        await count(caller, [at, atLeast('6')]),
        await count(caller, [at, atLeast('5'), contains]),
        await count(caller, [at, { kind: 'field', fieldId: number, operator: 'empty' }]),
      ]).toEqual([2, 1, 1, 1])
    }
    expect(await count(secretary, [atLeast('9'), contains], 'any')).toBe(1)
  })

  it('a segment selects nobody by custom fields that only members see, removed fields and fields of another club', async () => {
    const { members, at } = await buildMembers(1)
    const [member] = members.map(({ id }) => id) as [number]
    const other = await buildClub(db(), { country: 'Japan' })
    const stranger = await target.asNew({ role: 'club_secretary', currentCountry: 'Japan', clubId: other.id })
    const hidden = await createField(hq, { visibleTo: 'member', editableBy: 'member' })
    const own = await createField(secretary, { clubId })
    for (const id of [hidden, own]) await storeCustomFieldValue(db(), member, { id, kind: 'text' }, 'ya')
    const filled = (fieldId: number): SegmentCondition[] => [
      at,
      { kind: 'field', fieldId, operator: 'filled' },
    ]
    expect([await count(hq, filled(hidden)), await count(secretary, filled(hidden))]).toEqual([0, 0])
    expect([await count(secretary, filled(own)), await count(stranger, filled(own))]).toEqual([1, 0])
    const empty: SegmentCondition[] = [{ kind: 'field', fieldId: own, operator: 'empty' }]
    expect(await count(stranger, empty)).toBe(0)
    // A member who leaves the club keeps the value of its custom field, which the club no longer sees.
    await db().update(users).set({ clubId: other.id }).where(eq(users.id, member))
    expect([await count(hq, filled(own)), await count(stranger, filled(own))]).toEqual([0, 0])
    await db().update(users).set({ clubId }).where(eq(users.id, member))
    expect(await count(hq, filled(own))).toBe(1)
    await hq.call('DELETE', `/api/custom-fields/${own}`)
    expect([await count(hq, filled(own)), await count(secretary, filled(own))]).toEqual([0, 0])
  })

  it('saving a segment returns 400 for a value that does not fit the operator of a custom field', async () => {
    const malformed = [
      { fieldId: 1, operator: 'atLeast' },
      { fieldId: 1, operator: 'atLeast', value: 'tiga' },
      { fieldId: 1, operator: 'filled', value: 'x' },
      { fieldId: 1, operator: 'on', value: '2026-02-30' },
      { fieldId: 1, operator: 'contains', value: '\0' },
      { fieldId: 1, operator: 'drop' },
      { fieldId: 0, operator: 'filled' },
    ]
    for (const condition of malformed) {
      const body = { match: 'all', conditions: [{ kind: 'field', ...condition }] }
      const response = await hq.call('POST', '/api/segments/count', body)
      expect([condition, response.statusCode]).toEqual([condition, 400])
    }
  })
})

describe('segment condition on a roll-call', () => {
  it('a segment selects members who did or did not answer a roll call (safety check) only for headquarters and the country of the roll call', async () => {
    const { members, at } = await buildMembers(3)
    const [first, second] = members.map(({ id }) => id) as [number, number]
    const [asked] = await db()
      .insert(rollCalls)
      .values({ askedBy: hq.user.id, country: 'Japan', message: 'Gempa', eraseAt: new Date('2090-01-01') })
      .returning()
    const rollCallId = asked?.id ?? 0
    await db()
      .insert(rollCallPeople)
      .values([
        { rollCallId, userId: first, state: 'safe', answeredAt: new Date() },
        { rollCallId, userId: second },
      ])
    const germany = await target.asNew({ role: 'country_admin', currentCountry: 'Germany' })
    const counts = async (caller: Caller) => [
      await count(caller, [at, { kind: 'rollCall', rollCallId, participation: 'answered' }]),
      await count(caller, [at, { kind: 'rollCall', rollCallId, participation: 'silent' }]),
    ]
    expect(await counts(hq)).toEqual([1, 1])
    expect(await counts(japan)).toEqual([1, 1])
    expect(await counts(secretary)).toEqual([0, 0])
    expect(await counts(germany)).toEqual([0, 0])
    // Administrators of Germany do not see that a member of Germany answered a roll-call of Japan.
    await db().update(users).set({ currentCountry: 'Germany', clubId: null }).where(eq(users.id, first))
    expect([await counts(germany), await counts(japan), await counts(hq)]).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
    ])
  })
})

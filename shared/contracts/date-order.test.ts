import { expect, test } from 'vitest'
import { activityBody, newActivityBody } from '#shared/contracts/activities/activities.schemas.ts'
import { registerBody } from '#shared/contracts/registration/registration.schemas.ts'

/** Object whose comparison with < or > throws a TypeError. */
const incomparable = { toString: 'x' }
const early = '2026-12-19T04:30:00.000Z'
const late = '2026-12-20T04:30:00.000Z'
const person = { email: 'ali@contoh.my', fullName: 'Ali', password: 'ombak-biru-77' }

const listInvalidFields = (result: ReturnType<typeof activityBody.safeParse>) =>
  result.error?.issues.map(({ path }) => path[0])

test.each([
  ['an activity', activityBody, { title: 'x', startDate: early, endDate: incomparable }, 'endDate'],
  ['an activity', activityBody, { title: 'x', startDate: incomparable, endDate: late }, 'startDate'],
  ['an activity', activityBody, { title: 'x', startDate: late, endDate: early }, 'endDate'],
  ['a new activity', newActivityBody, { title: 'x', startDate: early, endDate: incomparable }, 'endDate'],
  ['an application', registerBody, { ...person, startYear: 2020, endYear: incomparable }, 'endYear'],
  ['an application', registerBody, { ...person, startYear: incomparable, endYear: 2024 }, 'startYear'],
  ['an application', registerBody, { ...person, startYear: 2024, endYear: 2020 }, 'endYear'],
] as const)(
  'the schema of %s names the invalid field when the end is before the start or is no time (case %#)',
  (_subject, schema, body, field) => {
    expect(listInvalidFields(schema.safeParse(body) as never)).toEqual([field])
  },
)

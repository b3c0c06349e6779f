import { activityStatuses, activityTimes } from '#shared/constants.ts'
import type { listActivities } from '#shared/contracts/activities.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { choice, type Field, type FieldsOf, number, searchReader, word } from '#web/lib/search.ts'

export const scopes = ['club', 'country', 'all'] as const
export const views = ['cards', 'calendar', 'agenda'] as const

/** Parses a month such as 2026-11. */
const month: Field<string> = value => {
  const text = word(value) ?? ''
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
}

const filter = {
  search: word,
  status: choice(activityStatuses),
  clubId: number,
  scope: choice(scopes),
  time: choice(activityTimes),
} satisfies FieldsOf<QueryOf<typeof listActivities>>

/** Display parameters: the view and the calendar's month. */
const look = { view: choice(views), month }

export const readActivityFilter = searchReader(filter)
export type ActivityFilter = ReturnType<typeof readActivityFilter>

export const readActivityLook = searchReader(look)
export type ActivityLook = ReturnType<typeof readActivityLook>

export const readActivitiesSearch = searchReader({ ...filter, ...look, page: number })

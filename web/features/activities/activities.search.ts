import { activityStatuses, activityTimes } from '#shared/constants.ts'
import type { listActivities } from '#shared/contracts/activities/activities.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createAllowedValueParser,
  createUrlQueryParser,
  type ParameterReader,
  type ParameterReadersOf,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

export const scopeChoices = ['club', 'country', 'all'] as const
export const viewChoices = ['cards', 'calendar', 'agenda'] as const

/** Parses a URL parameter with a month such as 2026-11. */
const parseMonth: ParameterReader<string> = value => {
  const text = readText(value) ?? ''
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
}

const filter = {
  search: readText,
  status: createAllowedValueParser(activityStatuses),
  clubId: readPositiveInteger,
  scope: createAllowedValueParser(scopeChoices),
  time: createAllowedValueParser(activityTimes),
} satisfies ParameterReadersOf<QueryOf<typeof listActivities>>

/** URL parameters for the display of activities: cards, calendar or agenda, and the calendar's month. */
const look = { view: createAllowedValueParser(viewChoices), month: parseMonth }

export const readActivityFilter = createUrlQueryParser(filter)
export type ActivityFilter = ReturnType<typeof readActivityFilter>

export const readActivityDisplay = createUrlQueryParser(look)
export type ActivityDisplay = ReturnType<typeof readActivityDisplay>

export const readActivitiesSearch = createUrlQueryParser({
  ...filter,
  ...look,
  page: readPositiveInteger,
})

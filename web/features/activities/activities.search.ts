import { activityStatuses } from '#shared/constants.ts'
import type { listActivities } from '#shared/contracts/activities.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { choice, type FieldsOf, number, searchReader, word } from '#web/lib/search.ts'

const filter = {
  search: word,
  status: choice(activityStatuses),
  clubId: number,
} satisfies FieldsOf<QueryOf<typeof listActivities>>

export const readActivityFilter = searchReader(filter)
export type ActivityFilter = ReturnType<typeof readActivityFilter>

export const readActivitiesSearch = searchReader({ ...filter, page: number })

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listActivities } from '#shared/contracts/activities/activities.endpoints.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { listClubs } from '#shared/contracts/clubs/clubs.endpoints.ts'
import { listUsers } from '#shared/contracts/users/users.endpoints.ts'
import { can } from '#shared/policies.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'

/** Parameters of the global search, which shows the first five people, clubs and activities. */
const firstPage = { page: 1, pageSize: 5 }

/** Searches people, clubs and activities with the list endpoints, so that the permissions of the lists apply. */
export function useGlobalSearch(user: CurrentUser, search: string) {
  const placeholderData = keepPreviousData
  const canListPeople = can(user, 'users.list')
  const people = useQuery({
    ...buildQueryOptions(listUsers, { query: { search, status: 'active', ...firstPage } }),
    enabled: canListPeople,
    placeholderData,
  })
  const clubs = useQuery({
    ...buildQueryOptions(listClubs, { query: { search, ...firstPage } }),
    placeholderData,
  })
  const activities = useQuery({
    ...buildQueryOptions(listActivities, { query: { search, ...firstPage } }),
    placeholderData,
  })
  const queries = [...(canListPeople ? [people] : []), clubs, activities]
  return {
    // If the request for one kind of search result failed, that kind is left out and the others are shown.
    people: (canListPeople && !people.error && people.data) || [],
    clubs: (!clubs.error && clubs.data) || [],
    activities: (!activities.error && activities.data) || [],
    isBusy: queries.some(({ isFetching }) => isFetching),
    isFailed: queries.every(({ error }) => error),
  }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listActivities } from '#shared/contracts/activities.endpoints.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { listClubs } from '#shared/contracts/clubs.endpoints.ts'
import { listUsers } from '#shared/contracts/users.endpoints.ts'
import { can } from '#shared/policies.ts'
import { query } from '#web/lib/api.ts'

/** A few of each kind; those found before stay until the new ones are there. */
const few = { page: 1, pageSize: 5 }

/** The lists' own calls, so that nobody finds here what they would not find there. */
export function useFound(user: CurrentUser, search: string) {
  const placeholderData = keepPreviousData
  const mayListPeople = can(user, 'users.list')
  const people = useQuery({
    ...query(listUsers, { query: { search, status: 'active', ...few } }),
    enabled: mayListPeople,
    placeholderData,
  })
  const clubs = useQuery({ ...query(listClubs, { query: { search, ...few } }), placeholderData })
  const activities = useQuery({ ...query(listActivities, { query: { search, ...few } }), placeholderData })
  const asked = [...(mayListPeople ? [people] : []), clubs, activities]
  return {
    // A kind that cannot be asked for is left out; the others still help.
    people: (mayListPeople && !people.error && people.data) || [],
    clubs: (!clubs.error && clubs.data) || [],
    activities: (!activities.error && activities.data) || [],
    isBusy: asked.some(({ isFetching }) => isFetching),
    isFailed: asked.every(({ error }) => error),
  }
}

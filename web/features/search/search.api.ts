import { useQuery } from '@tanstack/react-query'
import type { ActivityStatus } from '#shared/constants.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { ClubRow } from '#shared/contracts/clubs.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { can } from '#shared/policies.ts'
import { withQuery } from '#web/lib/paging.ts'

/** As much of an activity as a result shows. */
interface ActivityFound {
  id: number
  title: string
  startDate: string | null
  status: ActivityStatus
}

const mostOfEach = 5

/** A few of one kind; those found before stay until the new ones are there. */
function useFew<Row>(list: string, search: string, more: Record<string, string> = {}, isEnabled = true) {
  const url = withQuery(list, { search, ...more, page: 1, pageSize: mostOfEach })
  return useQuery<Row[]>({ queryKey: [url], enabled: isEnabled, placeholderData: previous => previous })
}

/** The lists' own calls, so that nobody finds here what they would not find there. */
export function useFound(user: CurrentUser, search: string) {
  const mayListPeople = can(user, 'users.list')
  const people = useFew<UserRow>('/api/users', search, { status: 'active' }, mayListPeople)
  const clubs = useFew<ClubRow>('/api/clubs', search)
  const activities = useFew<ActivityFound>('/api/activities', search)
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

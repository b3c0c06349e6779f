import { useMutation } from '@tanstack/react-query'
import { listMatchingUsers } from '#shared/contracts/users/users.endpoints.ts'
import { bulkText as text } from '#texts/bulk-actions.ts'
import { buildUserFilterQuery } from '#web/features/users/users.api.ts'
import type { UserFilter } from '#web/features/users/users.search.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

/** Fetches ids and names of all users who match a filter. Nothing is cached, because bulk actions need current data. */
export function useFetchUsersMatchingFilter() {
  return useMutation({
    mutationFn: (filter: UserFilter) =>
      callEndpoint(listMatchingUsers, { query: buildUserFilterQuery(filter) }),
    meta: { failure: text.matchingFailed },
  })
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { can } from '#shared/policies.ts'
import { UserDrawer } from '#web/features/users/details/UserDrawer.tsx'
import { MemberList } from '#web/features/users/list/MemberList.tsx'
import { UserCountCards } from '#web/features/users/list/UserCountCards.tsx'
import { readMemberFilter } from '#web/features/users/users.search.ts'
import { removeUnknownCountryFromFilter } from '#web/lib/form/known-country.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { MemberCustomFieldsSection } from './MemberCustomFieldsSection.tsx'
import { useListPageAndFilters, useUserListDisplayOptions } from './use-list-page-and-filters.ts'
import type { useUrlState } from './use-url-state.ts'
import { getUserDrawerHandlers } from './user-drawer-handlers.ts'

/** Member list with summary cards and a drawer for details, shared by two pages. */
export function MemberListWithSummary({
  address,
  children,
  tools,
}: {
  address: ReturnType<typeof useUrlState<'/members'>>
  children?: ReactNode
  tools?: ReactNode
}) {
  const { data: user } = useQuery(currentUserQuery)
  const list = { ...useListPageAndFilters(address), ...useUserListDisplayOptions(address) }
  const { onView, onClose } = getUserDrawerHandlers(address)
  if (!user) return null
  const filter = removeUnknownCountryFromFilter(readMemberFilter(address.search))
  return (
    <>
      {children}
      <UserCountCards of="members" filter={filter} />
      <MemberList user={user} filter={filter} {...list} onView={onView} tools={tools} />
      {can(user, 'users.view') && address.search.user && (
        <UserDrawer
          user={user}
          id={address.search.user}
          fields={<MemberCustomFieldsSection id={address.search.user} />}
          onClose={onClose}
        />
      )}
    </>
  )
}

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { officesText } from '#texts/offices.ts'
import { RolePermissionMatrix } from '#web/features/users/access/RolePermissionMatrix.tsx'
import { PendingApplicantTable } from '#web/features/users/applications/PendingApplicantTable.tsx'
import { UserDrawer } from '#web/features/users/details/UserDrawer.tsx'
import { AllUsersList } from '#web/features/users/list/AllUsersList.tsx'
import { UserCountCards } from '#web/features/users/list/UserCountCards.tsx'
import { UserManagementTabs } from '#web/features/users/UserManagementTabs.tsx'
import { readUserFilter } from '#web/features/users/users.search.ts'
import { removeUnknownCountryFromFilter } from '#web/lib/form/known-country.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { MemberCustomFieldsSection } from './MemberCustomFieldsSection.tsx'
import { useListPageAndFilters, useUserListDisplayOptions } from './use-list-page-and-filters.ts'
import { useUrlState } from './use-url-state.ts'
import { getUserDrawerHandlers } from './user-drawer-handlers.ts'

export function UserManagementPage() {
  const { data: user } = useQuery(currentUserQuery)
  const address = useUrlState('/user-management')
  const list = { ...useListPageAndFilters(address), ...useUserListDisplayOptions(address) }
  const { onView, onClose } = getUserDrawerHandlers(address)
  if (!user) return null
  const { search, set } = address
  const tab = search.tab ?? 'all'
  const filter = removeUnknownCountryFromFilter(readUserFilter(search))
  return (
    <>
      <UserCountCards of="users" filter={filter} />
      <UserManagementTabs tab={tab} onChange={next => set({ tab: next, page: undefined }, true)}>
        {tab === 'all' && <AllUsersList user={user} filter={filter} {...list} onView={onView} />}
        {tab === 'pending' && (
          <PendingApplicantTable
            page={search.waiting ?? 1}
            onPage={waiting => set({ waiting }, true)}
            onView={onView}
          />
        )}
        {tab === 'roles' && (
          <RolePermissionMatrix
            ownRole={user.role}
            onShow={role => set({ tab: 'all', role, page: undefined }, true)}
            link={
              <Anchor className="lone" inherit renderRoot={props => <Link to="/offices" {...props} />}>
                {officesText.link}
              </Anchor>
            }
          />
        )}
      </UserManagementTabs>
      {search.user && (
        <UserDrawer
          user={user}
          id={search.user}
          fields={<MemberCustomFieldsSection id={search.user} />}
          onClose={onClose}
        />
      )}
    </>
  )
}

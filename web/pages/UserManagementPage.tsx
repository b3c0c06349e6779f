import { useQuery } from '@tanstack/react-query'
import { AllUsers } from '#web/features/users/AllUsers.tsx'
import { PendingTable } from '#web/features/users/PendingTable.tsx'
import { RoleCards } from '#web/features/users/RoleCards.tsx'
import { SummaryCards } from '#web/features/users/SummaryCards.tsx'
import { UserDrawer } from '#web/features/users/UserDrawer.tsx'
import { UserTabs, userTabs } from '#web/features/users/UserTabs.tsx'
import { readFilter } from '#web/features/users/users.api.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { oneOf } from '#web/lib/search.ts'
import { useListPage } from './use-list-page.ts'

export function UserManagementPage() {
  const { data: user } = useQuery(meQuery)
  const { search, page, waiting, onFilter, onPage, onView, onClose, set } = useListPage('/user-management')
  if (!user) return null
  const tab = oneOf(userTabs, search.tab) ?? 'all'
  return (
    <>
      <SummaryCards of="users" />
      <UserTabs tab={tab} onChange={next => set({ tab: next, page: undefined }, true)}>
        {tab === 'all' && (
          <AllUsers
            user={user}
            filter={readFilter(search)}
            page={page}
            onFilter={onFilter}
            onPage={onPage}
            onView={onView}
          />
        )}
        {tab === 'pending' && <PendingTable {...waiting} onView={onView} />}
        {tab === 'roles' && <RoleCards onShow={role => set({ tab: 'all', role, page: undefined }, true)} />}
      </UserTabs>
      {search.user && <UserDrawer user={user} id={search.user} onClose={onClose} />}
    </>
  )
}

import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { can } from '#shared/policies.ts'
import { MemberList } from '#web/features/users/MemberList.tsx'
import { PendingTable } from '#web/features/users/PendingTable.tsx'
import { SummaryCards } from '#web/features/users/SummaryCards.tsx'
import { UserDrawer } from '#web/features/users/UserDrawer.tsx'
import { readFilter } from '#web/features/users/users.api.ts'
import { usersText } from '#web/features/users/users.text.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { useListPage } from './use-list-page.ts'

/** The same screen twice: /member-approval puts those who wait on top, for the ones who may decide. */
function Members({ path }: { path: '/members' | '/member-approval' }) {
  const { data: user } = useQuery(meQuery)
  const { search, page, waiting, onFilter, onPage, onView, onClose } = useListPage(path)
  if (!user) return null
  const isDeciding = path === '/member-approval' && can(user, 'users.approve')
  return (
    <>
      <SummaryCards of="members" />
      {isDeciding && (
        <>
          <Title order={2} size="h3" mb="sm">
            {usersText.pendingList}
          </Title>
          <PendingTable {...waiting} onView={onView} />
          <Title order={2} size="h3" mt="xl" mb="sm">
            {usersText.members}
          </Title>
        </>
      )}
      <MemberList
        user={user}
        filter={readFilter(search)}
        page={page}
        onFilter={onFilter}
        onPage={onPage}
        onView={onView}
      />
      {search.user && <UserDrawer user={user} id={search.user} onClose={onClose} />}
    </>
  )
}

export function MembersPage() {
  return <Members path="/members" />
}

export function MemberApprovalPage() {
  return <Members path="/member-approval" />
}

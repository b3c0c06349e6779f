import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { can } from '#shared/policies.ts'
import { MemberList } from '#web/features/users/MemberList.tsx'
import { PendingTable } from '#web/features/users/PendingTable.tsx'
import { SummaryCards } from '#web/features/users/SummaryCards.tsx'
import { UserDrawer } from '#web/features/users/UserDrawer.tsx'
import { usePendingUsers } from '#web/features/users/users.api.ts'
import { readMemberFilter } from '#web/features/users/users.search.ts'
import { usersText } from '#web/features/users/users.text.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { drawerOf } from './drawer-of.ts'
import { MemberTools } from './MemberTools.tsx'
import { useAddress } from './use-address.ts'
import { useList } from './use-list.ts'

/** The same screen twice; what is above the members differs. */
function Members({
  address,
  isPlaced = true,
  children,
}: {
  address: ReturnType<typeof useAddress<'/members'>>
  /** Whether what stands above the list has come, and so has its height. */
  isPlaced?: boolean
  children?: ReactNode
}) {
  const { data: user } = useQuery(meQuery)
  const list = useList(address)
  const { onView, onClose } = drawerOf(address)
  if (!user) return null
  return (
    <>
      <SummaryCards of="members" />
      {children}
      {isPlaced && (
        <MemberList user={user} filter={readMemberFilter(address.search)} {...list} onView={onView} />
      )}
      {address.search.user && <UserDrawer user={user} id={address.search.user} onClose={onClose} />}
    </>
  )
}

export function MembersPage() {
  const { data: user } = useQuery(meQuery)
  return <Members address={useAddress('/members')}>{user && <MemberTools user={user} />}</Members>
}

/** With those who wait on top, for the ones who may decide. */
export function MemberApprovalPage() {
  const { data: user } = useQuery(meQuery)
  const address = useAddress('/member-approval')
  const { search, set } = address
  const waiting = usePendingUsers(search.waiting ?? 1)
  return (
    <Members address={address} isPlaced={!waiting.isPending}>
      {user && can(user, 'users.approve') && (
        <>
          <Title order={2} size="h3" mb="sm">
            {usersText.pendingList}
          </Title>
          <PendingTable
            page={search.waiting ?? 1}
            onPage={waiting => set({ waiting }, true)}
            onView={drawerOf(address).onView}
          />
          {!waiting.isPending && (
            <Title order={2} size="h3" mt="xl" mb="sm">
              {usersText.members}
            </Title>
          )}
        </>
      )}
    </Members>
  )
}

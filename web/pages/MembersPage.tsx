import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { can } from '#shared/policies.ts'
import { MemberList } from '#web/features/users/MemberList.tsx'
import { Queue } from '#web/features/users/Queue.tsx'
import { SummaryCards } from '#web/features/users/SummaryCards.tsx'
import { UserDrawer } from '#web/features/users/UserDrawer.tsx'
import { queuePageSize, usePendingUsers } from '#web/features/users/users.api.ts'
import { readMemberFilter } from '#web/features/users/users.search.ts'
import { usersText } from '#web/features/users/users.text.ts'
import { meQuery } from '#web/lib/query-client.ts'
import { drawerOf } from './drawer-of.ts'
import { MemberTools } from './MemberTools.tsx'
import { useAddress } from './use-address.ts'
import { useList, useLook } from './use-list.ts'

/** The same screen twice; what is above the members differs. */
function Members({
  address,
  children,
}: {
  address: ReturnType<typeof useAddress<'/members'>>
  children?: ReactNode
}) {
  const { data: user } = useQuery(meQuery)
  const list = { ...useList(address), ...useLook(address) }
  const { onView, onClose } = drawerOf(address)
  if (!user) return null
  return (
    <>
      {children}
      <SummaryCards of="members" />
      <MemberList user={user} filter={readMemberFilter(address.search)} {...list} onView={onView} />
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
  const page = search.waiting ?? 1
  const waiting = usePendingUsers(page, queuePageSize)
  const mayDecide = user && can(user, 'users.approve')
  return (
    <>
      {mayDecide && (
        <Queue
          page={page}
          application={search.application}
          onPage={next => set({ waiting: next, application: undefined }, true)}
          onChoose={application => set({ application })}
          onView={drawerOf(address).onView}
        />
      )}
      {(!mayDecide || !waiting.isPending) && (
        <>
          <Title order={2} size="h3" mt="xl" mb="sm">
            {usersText.members}
          </Title>
          <Members address={address} />
        </>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemberList } from '#web/features/users/MemberList.tsx'
import { SummaryCards } from '#web/features/users/SummaryCards.tsx'
import { UserDrawer } from '#web/features/users/UserDrawer.tsx'
import { readMemberFilter } from '#web/features/users/users.search.ts'
import { currentUserQuery } from '#web/lib/query-client.ts'
import { getDrawerHandlers } from './drawer-of.ts'
import type { useUrlState } from './use-address.ts'
import { useDisplayOptions, useListState } from './use-list.ts'

/** Member list with summary cards and drawer, shared by two pages that differ in what precedes it. */
export function Members({
  address,
  children,
}: {
  address: ReturnType<typeof useUrlState<'/members'>>
  children?: ReactNode
}) {
  const { data: user } = useQuery(currentUserQuery)
  const list = { ...useListState(address), ...useDisplayOptions(address) }
  const { onView, onClose } = getDrawerHandlers(address)
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

import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { MemberListWithSummary } from './MemberListWithSummary.tsx'
import { MemberManagementLinks } from './MemberManagementLinks.tsx'
import { useUrlState } from './use-url-state.ts'

export function MembersPage() {
  const { data: user } = useQuery(currentUserQuery)
  return (
    <MemberListWithSummary
      address={useUrlState('/members')}
      tools={user && <MemberManagementLinks user={user} />}
    />
  )
}

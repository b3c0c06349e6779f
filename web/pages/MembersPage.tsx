import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { Members } from './Members.tsx'
import { MemberTools } from './MemberTools.tsx'
import { useUrlState } from './use-url-state.ts'

export function MembersPage() {
  const { data: user } = useQuery(currentUserQuery)
  return <Members address={useUrlState('/members')}>{user && <MemberTools user={user} />}</Members>
}

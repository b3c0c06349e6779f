import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/lib/query-client.ts'
import { Members } from './Members.tsx'
import { MemberTools } from './MemberTools.tsx'
import { useAddress } from './use-address.ts'

export function MembersPage() {
  const { data: user } = useQuery(meQuery)
  return <Members address={useAddress('/members')}>{user && <MemberTools user={user} />}</Members>
}

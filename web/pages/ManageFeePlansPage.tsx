import { useQuery } from '@tanstack/react-query'
import { ManagedFeePlanList } from '#web/features/fees/manage/ManagedFeePlanList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function ManageFeePlansPage() {
  const { data: user } = useQuery(currentUserQuery)
  return user && <ManagedFeePlanList user={user} />
}

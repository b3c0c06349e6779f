import { useQuery } from '@tanstack/react-query'
import { FeePlans } from '#web/features/fees/manage/FeePlans.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function ManageFeePlansPage() {
  const { data: user } = useQuery(currentUserQuery)
  return user && <FeePlans user={user} />
}

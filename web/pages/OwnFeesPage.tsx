import { useQuery } from '@tanstack/react-query'
import { OwnFees } from '#web/features/fees/member/OwnFees.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function OwnFeesPage() {
  const { data: user } = useQuery(currentUserQuery)
  return user && <OwnFees user={user} />
}

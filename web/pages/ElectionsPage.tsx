import { useQuery } from '@tanstack/react-query'
import { votesText as text } from '#texts/motions.ts'
import { ElectionList } from '#web/features/elections/ElectionList.tsx'
import { UnpaidFeesBlockVotingNotice } from '#web/features/fees/member/UnpaidFeesBlockVotingNotice.tsx'
import { MotionList } from '#web/features/motions/MotionList.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

export function ElectionsPage() {
  const { data: user } = useQuery(currentUserQuery)
  return (
    user && (
      <>
        <PageHeader subtitle={text.subtitle} />
        <UnpaidFeesBlockVotingNotice />
        <ElectionList user={user} />
        <MotionList user={user} />
      </>
    )
  )
}

import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { feesText as text } from '#texts/fees.ts'
import { useOwnFees } from '#web/features/fees/fees.api.ts'

/** Tells a member that overdue fees exclude them from voting, with a link to the fees. */
export function UnpaidFeesBlockVotingNotice() {
  const { data } = useOwnFees()
  if (!data?.isVoteBlocked) return null
  return (
    <Alert color="emas" mb={16} title={text.voteBlocked}>
      {text.voteBlockedHelp}{' '}
      <Anchor inherit renderRoot={props => <Link to="/fees" {...props} />}>
        {text.title}
      </Anchor>
    </Alert>
  )
}

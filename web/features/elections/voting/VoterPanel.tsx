import { Alert } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { EnrolPanel } from './EnrolPanel.tsx'
import { VotePanel } from './VotePanel.tsx'
import type { Voter } from './voting.api.ts'

/** What the user can do as a voter: enrol, vote, and see the receipt afterwards. */
export function VoterPanel({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { status, own, opensAt, timeZone } = election
  if (status === 'announced' && own.isEligible) return <EnrolPanel user={user} election={election} />
  if (own.credential === null) {
    return status === 'open' && own.isEligible ? <Alert color="gray">{text.notEnrolled}</Alert> : null
  }
  if (status === 'roll_fixed') {
    const time = formatPeriodInZone({ startDate: opensAt, endDate: null }, timeZone)
    return <Alert color="laut">{text.onRoll({ time })}</Alert>
  }
  if (status === 'open' || own.ballotHash) return <VotePanel user={user} election={election} />
  return null
}

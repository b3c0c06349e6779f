import { Card } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { organiserText } from '#texts/elections.ts'
import { WaitingForNextElectionStepCard } from '#web/features/elections/ElectionStepCard.tsx'
import { formatDeadline } from '#web/lib/format/deadline.ts'
import { BallotCastingPanel } from './BallotCastingPanel.tsx'
import { UnlockMergedAccountKeysNotice } from './UnlockMergedAccountKeysNotice.tsx'
import { VoterEnrolmentPanel } from './VoterEnrolmentPanel.tsx'
import type { Voter } from './voting.api.ts'

/**
 * Lets a voter enrol, vote, and see the receipt afterwards. With `isQuiet` its cards stand out less, because the user has a
 * more urgent task in the election.
 */
export function VoterTaskPanel({
  user,
  election,
  isQuiet = false,
}: {
  user: Voter
  election: ElectionDetail
  isQuiet?: boolean
}) {
  const { status, own, opensAt, timeZone } = election
  if (status === 'announced' && own.isEligible)
    return <VoterEnrolmentPanel user={user} election={election} isQuiet={isQuiet} />
  if (own.credential === null) {
    return status === 'open' && own.isEligible ? (
      <Card style={{ textWrap: 'balance' }}>{text.notEnrolled}</Card>
    ) : null
  }
  if (status === 'roll_fixed') {
    const time = formatDeadline(opensAt, timeZone)
    return (
      <>
        <UnlockMergedAccountKeysNotice election={election} />
        <WaitingForNextElectionStepCard
          icon={IconClock}
          title={text.onRoll}
          help={organiserText.waitOpening({ time })}
        />
      </>
    )
  }
  if (status === 'open' || own.ballotHash)
    return (
      <>
        <UnlockMergedAccountKeysNotice election={election} />
        <BallotCastingPanel user={user} election={election} isQuiet={isQuiet} />
      </>
    )
  return null
}

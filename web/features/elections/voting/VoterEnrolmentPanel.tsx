import { Alert } from '@mantine/core'
import { IconCircleCheck, IconUserCheck } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { organiserText } from '#texts/elections.ts'
import {
  ElectionStepCard,
  WaitingForNextElectionStepCard,
} from '#web/features/elections/ElectionStepCard.tsx'
import { EnrolledVoterCount } from '#web/features/elections/EnrolledVoterCount.tsx'
import { formatDeadline } from '#web/lib/format/deadline.ts'
import { getBallotFailureText, useEnrolVoter, type Voter } from './voting.api.ts'

/** Button that enrols the user as a voter. This device creates the secret voting credential. */
export function VoterEnrolmentPanel({
  user,
  election,
  isQuiet,
}: {
  user: Voter
  election: ElectionDetail
  isQuiet: boolean
}) {
  const enrol = useEnrolVoter(user, election)
  const { own, opensAt, timeZone } = election
  if (own.credential !== null) {
    const time = formatDeadline(opensAt, timeZone)
    return (
      <WaitingForNextElectionStepCard
        icon={IconCircleCheck}
        title={text.isEnrolled}
        help={organiserText.waitOpening({ time })}
      >
        <EnrolledVoterCount election={election} />
      </WaitingForNextElectionStepCard>
    )
  }
  return (
    <ElectionStepCard
      icon={IconUserCheck}
      title={text.enrolTitle}
      help={text.enrolHelp}
      button={text.enrol}
      isPending={enrol.isPending}
      isQuiet={isQuiet}
      note={text.enrolWarning}
      onClick={() => enrol.mutate()}
    >
      <EnrolledVoterCount election={election} />
      {enrol.error && (
        <Alert color="red" variant="white" mt={12}>
          {getBallotFailureText(enrol.error)}
        </Alert>
      )}
    </ElectionStepCard>
  )
}

import { Alert, Text } from '@mantine/core'
import { IconCircleCheck, IconUserCheck } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { organiserText } from '#texts/elections.ts'
import { EnrolmentCount } from '#web/features/elections/EnrolmentCount.tsx'
import { StepCard, WaitCard } from '#web/features/elections/StepCard.tsx'
import { getBallotFailureText, useEnrol, type Voter } from './voting.api.ts'

/** Button that enrols the voter. The voting credential is created on this device. */
export function EnrolPanel({
  user,
  election,
  isQuiet,
}: {
  user: Voter
  election: ElectionDetail
  isQuiet: boolean
}) {
  const enrol = useEnrol(user, election)
  const { own, opensAt, timeZone } = election
  if (own.credential !== null) {
    const time = formatPeriodInZone({ startDate: opensAt, endDate: null }, timeZone)
    return (
      <WaitCard icon={IconCircleCheck} title={text.isEnrolled} help={organiserText.waitOpening({ time })}>
        <EnrolmentCount election={election} />
      </WaitCard>
    )
  }
  return (
    <StepCard
      icon={IconUserCheck}
      title={text.enrolTitle}
      help={text.enrolHelp}
      button={text.enrol}
      isPending={enrol.isPending}
      isQuiet={isQuiet}
      onClick={() => enrol.mutate()}
    >
      <EnrolmentCount election={election} />
      <Text fz={14} mt={12}>
        {text.enrolWarning}
      </Text>
      {enrol.error && (
        <Alert color="red" variant="white" mt={12}>
          {getBallotFailureText(enrol.error)}
        </Alert>
      )}
    </StepCard>
  )
}

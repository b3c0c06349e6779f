import { Alert } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text, trusteeStepTexts } from '#texts/ballots.ts'
import { ElectionStepCard } from '#web/features/elections/ElectionStepCard.tsx'
import { TallyDecryptionBanner } from './TallyDecryptionBanner.tsx'
import { getBallotFailureText, useRunNextTrusteeStep, type Voter } from './voting.api.ts'

/** Returns the user's next task as a trustee of the election, or `none` if the user is no trustee. */
export function findTrusteeTask({ own, trustees }: ElectionDetail) {
  return trustees.find(({ index }) => index === own.trusteeIndex)?.task ?? 'none'
}

/** Shows an election trustee's next step with its button, or a note while other trustees must act first. */
export function TrusteeTaskBanner({ user, election }: { user: Voter; election: ElectionDetail }) {
  const task = findTrusteeTask(election)
  const step = useRunNextTrusteeStep(user, election, task)
  if (task === 'none') return null
  if (task === 'decryption') return <TallyDecryptionBanner user={user} election={election} />
  if (task === 'wait') return <Alert variant="default">{text.trusteeWait}</Alert>
  return (
    <ElectionStepCard
      icon={IconKey}
      {...trusteeStepTexts[task]}
      isPending={step.isPending}
      onClick={() => step.mutate()}
    >
      {step.error && (
        <Alert color="red" variant="white" mt="sm">
          {getBallotFailureText(step.error)}
        </Alert>
      )}
    </ElectionStepCard>
  )
}

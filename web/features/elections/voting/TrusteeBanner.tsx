import { Alert } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text, trusteeStepTexts } from '#texts/ballots.ts'
import { StepCard } from '#web/features/elections/StepCard.tsx'
import { DecryptionBanner } from './DecryptionBanner.tsx'
import { getBallotFailureText, useTrusteeStep, type Voter } from './voting.api.ts'

/** Returns the user's next task as a trustee of the election; `none` for everybody else. */
export function findTrusteeTask({ own, trustees }: ElectionDetail) {
  return trustees.find(({ index }) => index === own.trusteeIndex)?.task ?? 'none'
}

/** Shows a trustee's next step with its button, or a note while other trustees must act first. */
export function TrusteeBanner({ user, election }: { user: Voter; election: ElectionDetail }) {
  const task = findTrusteeTask(election)
  const step = useTrusteeStep(user, election, task)
  if (task === 'none') return null
  if (task === 'decryption') return <DecryptionBanner user={user} election={election} />
  if (task === 'wait') return <Alert color="gray">{text.trusteeWait}</Alert>
  return (
    <StepCard
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
    </StepCard>
  )
}

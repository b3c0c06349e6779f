import { Alert } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { closingText, trusteeStepTexts } from '#texts/ballots.ts'
import { CopyableCodeBlock } from '#web/features/elections/CopyableCodeBlock.tsx'
import { ElectionStepCard } from '#web/features/elections/ElectionStepCard.tsx'
import { formatHashAsDigits } from '#web/lib/ballot/log-code.ts'
import {
  getBallotFailureText,
  isVotingCancelled,
  useVerifyAndDecryptTally,
  type Voter,
} from './voting.api.ts'

/**
 * Lets a trustee decrypt in two steps: this device checks the encrypted tally, then the trustee compares the closing
 * code.
 */
export function TallyDecryptionBanner({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { check, open } = useVerifyAndDecryptTally(user, election)
  const { title, help, button } = trusteeStepTexts.decryption
  const error = open.error ?? check.error
  const checked = check.data
  return (
    <ElectionStepCard
      icon={IconKey}
      title={title}
      help={checked ? closingText.help : help}
      button={checked ? closingText.confirm : button}
      isButtonBelow={checked !== undefined}
      isPending={check.isPending || open.isPending}
      onClick={() => (checked ? open.mutate(checked) : check.mutate())}
    >
      {checked && (
        <CopyableCodeBlock groupsPerLine={4} mt={12} fz={18} c="white" bg="var(--white-16)">
          {formatHashAsDigits(checked.closing)}
        </CopyableCodeBlock>
      )}
      {error && !isVotingCancelled(error) && (
        <Alert color="red" variant="white" mt="sm">
          {getBallotFailureText(error)}
        </Alert>
      )}
    </ElectionStepCard>
  )
}

import { Alert, Button, Card, Code, Stack, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { closingText, trusteeStepTexts } from '#texts/ballots.ts'
import { formatHashAsDigits } from '#web/lib/ballot/log-code.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { getBallotFailureText, isCancelled, useDecryption, type Voter } from './voting.api.ts'

/**
 * Lets a trustee decrypt in two steps: this device checks the encrypted tally, then the trustee compares the closing
 * code.
 */
export function DecryptionBanner({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { check, open } = useDecryption(user, election)
  const { title, help, button } = trusteeStepTexts.decryption
  const error = open.error ?? check.error
  return (
    <Card component="section" aria-label={title} {...getToneProps('warn')}>
      <Stack gap="sm" align="flex-start">
        <Text fw={700}>{title}</Text>
        {check.data ? (
          <>
            <Text size="sm">{closingText.help}</Text>
            <Code fz="md">{formatHashAsDigits(check.data.closing)}</Code>
            <Button size="md" loading={open.isPending} onClick={() => open.mutate(check.data)}>
              {closingText.confirm}
            </Button>
          </>
        ) : (
          <>
            <Text size="sm">{help}</Text>
            <Button size="md" loading={check.isPending} onClick={() => check.mutate()}>
              {button}
            </Button>
          </>
        )}
      </Stack>
      {error && !isCancelled(error) && (
        <Alert color="red" mt="sm">
          {getBallotFailureText(error)}
        </Alert>
      )}
    </Card>
  )
}

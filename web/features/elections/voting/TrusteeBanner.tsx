import { Alert, Box, Button, Card, Flex, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text, trusteeStepTexts } from '#texts/ballots.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { DecryptionBanner } from './DecryptionBanner.tsx'
import { getBallotFailureText, useTrusteeStep, type Voter } from './voting.api.ts'

/** Shows a trustee's next step with its button, or a note while other trustees must act first. */
export function TrusteeBanner({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { own, trustees } = election
  const task = trustees.find(({ index }) => index === own.trusteeIndex)?.task ?? 'none'
  const step = useTrusteeStep(user, election, task)
  if (task === 'none') return null
  if (task === 'decryption') return <DecryptionBanner user={user} election={election} />
  if (task === 'wait') return <Alert color="gray">{text.trusteeWait}</Alert>
  const { title, help, button } = trusteeStepTexts[task]
  return (
    <Card component="section" aria-label={title} {...getToneProps('warn')}>
      <Flex gap={16} align="flex-start" wrap="wrap">
        <IconKey aria-hidden />
        <Box flex="1 1 220px">
          <Text fw={700}>{title}</Text>
          <Text size="sm">{help}</Text>
        </Box>
        <Button size="md" loading={step.isPending} onClick={() => step.mutate()}>
          {button}
        </Button>
      </Flex>
      {step.error && (
        <Alert color="red" mt="sm">
          {getBallotFailureText(step.error)}
        </Alert>
      )}
    </Card>
  )
}

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text, trusteeStepTexts } from '#texts/ballots.ts'
import { getBallotFailureText, useTrusteeStep, type Voter } from './voting.api.ts'

/** What the user has to do next as trustee, with one button. Nothing is shown while others have their turn. */
export function TrusteeBanner({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { own, trustees } = election
  const task = trustees.find(({ index }) => index === own.trusteeIndex)?.task ?? 'none'
  const step = useTrusteeStep(user, election, task)
  if (task === 'none') return null
  if (task === 'wait') return <Alert color="gray">{text.trusteeWait}</Alert>
  const { title, help, button } = trusteeStepTexts[task]
  return (
    <Alert color="yellow" icon={<IconKey aria-hidden />} title={title}>
      <Stack gap="sm">
        <Text size="sm">{help}</Text>
        {step.error && <Text c="red">{getBallotFailureText(step.error)}</Text>}
        <Group>
          <Button size="md" loading={step.isPending} onClick={() => step.mutate()}>
            {button}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

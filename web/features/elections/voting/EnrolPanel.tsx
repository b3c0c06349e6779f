import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText as text } from '#texts/ballots.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { getBallotFailureText, useEnrol, type Voter } from './voting.api.ts'

/** Button that enrols the voter. The voting credential is created on this device. */
export function EnrolPanel({ user, election }: { user: Voter; election: ElectionDetail }) {
  const enrol = useEnrol(user, election)
  const isEnrolled = election.own.credential !== null
  return (
    <Panel title={text.enrolTitle}>
      <Stack gap="md">
        {isEnrolled ? (
          <Alert color="laut" icon={<IconCheck aria-hidden />}>
            {text.isEnrolled}
          </Alert>
        ) : (
          <>
            <Text size="sm">{text.enrolHelp}</Text>
            <Button size="md" loading={enrol.isPending} onClick={() => enrol.mutate()}>
              {text.enrol}
            </Button>
          </>
        )}
        <Text size="sm" c="dimmed">
          {text.enrolWarning}
        </Text>
        {enrol.error && <Alert color="red">{getBallotFailureText(enrol.error)}</Alert>}
      </Stack>
    </Panel>
  )
}

import { Alert, Button, Stack, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { logText as text } from '#texts/ballots.ts'
import { BallotAlarm } from '#web/lib/ballot/ballot-alarm.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ElectoralRollObjectionForm } from './ElectoralRollObjectionForm.tsx'
import {
  getBallotFailureText,
  useAcceptRestoredElectionLog,
  useVerifiedElectionLog,
  type Voter,
} from './voting.api.ts'

/**
 * Checks the election's public log on every visit and warns if events that this device has seen are missing from it, or
 * if the check was impossible: a server that withholds the log must not prevent the warning.
 */
export function ElectionLogTamperingAlert({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { data, error } = useVerifiedElectionLog(user, election)
  const accept = useAcceptRestoredElectionLog(user, election)
  if (data?.hasResent) return <Alert color="orange">{text.resent}</Alert>
  if (!error) return null
  if (!(error instanceof BallotAlarm)) return <Alert color="orange">{text.unchecked}</Alert>
  if (error.kind !== 'log-rewritten')
    return (
      <Alert color="red">
        {getBallotFailureText(error)}
        {error.kind === 'own-line-missing' && election.status === 'roll_fixed' && (
          <ElectoralRollObjectionForm election={election} />
        )}
      </Alert>
    )
  const confirmAcceptance = () =>
    openConfirmDialog({
      title: text.accept,
      text: text.acceptConfirm,
      action: text.accept,
      isDangerous: true,
      onConfirm: () => accept.mutate(),
    })
  return (
    <Alert color="red" title={text.alarm}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{getBallotFailureText(error)}</Text>
        <Text size="sm">{text.help}</Text>
        <Button variant="default" loading={accept.isPending} onClick={confirmAcceptance}>
          {text.accept}
        </Button>
      </Stack>
    </Alert>
  )
}

import '@mantine/core/styles/Progress.css'
import { Box, Button, Flex, Progress, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { BulkDecisionOutcome } from '#shared/contracts/users/users.schemas.ts'
import { bulkText as text } from '#texts/bulk-actions.ts'
import { commonText } from '#texts/common.ts'
import { decisionText, usersText } from '#texts/users.ts'
import styles from '#web/features/users/Users.module.css'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import type { BulkPerson, BulkRun } from './use-bulk-action-runner.ts'

/** Maximum number of users listed in the dialog about an action on many users. Failures come first. */
const maxListed = 500

function BulkOutcomeList({ people, outcomes }: { people: BulkPerson[]; outcomes: BulkDecisionOutcome[] }) {
  const names = new Map(people.map(({ id, fullName }) => [id, fullName]))
  const failedFirst = [...outcomes.filter(({ ok }) => !ok), ...outcomes.filter(({ ok }) => ok)]
  return (
    <ul className={styles.entries} aria-label={text.outcomes}>
      {failedFirst.slice(0, maxListed).map(({ id, ok, message }) => (
        <Flex key={id} component="li" gap={10} className={styles.outcome} data-ok={ok}>
          {ok ? <IconCheck size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
          <span>
            {names.get(id)}
            <Box component="span" display="block" fz={13} c="dimmed">
              {ok ? usersText.done : message}
            </Box>
          </span>
        </Flex>
      ))}
    </ul>
  )
}

/** Progress of an action on many users while it runs, and the outcome for each user afterwards. */
export function BulkActionProgressDialog({
  run: { people, outcomes, isRunning },
  onStop,
  onResume,
  onClose,
}: {
  run: BulkRun
  onStop: () => void
  onResume: () => void
  onClose: () => void
}) {
  const done = outcomes.filter(({ ok }) => ok).length
  const left = people.length - outcomes.length
  return (
    <FormDialog
      title={isRunning ? text.running : decisionText.many({ done, all: people.length })}
      isShort
      footer={
        isRunning ? (
          <Button variant="default" onClick={onStop}>
            {text.stop}
          </Button>
        ) : (
          <>
            {left > 0 && <Button onClick={onResume}>{text.resume({ count: left })}</Button>}
            <Button variant="default" onClick={onClose}>
              {commonText.close}
            </Button>
          </>
        )
      }
      onClose={isRunning ? onStop : onClose}
    >
      <Box>
        <Progress
          value={(100 * outcomes.length) / people.length}
          aria-label={text.progress({ done: outcomes.length, all: people.length })}
        />
        <Text size="sm" mt={6} role="status">
          {text.progress({ done: outcomes.length, all: people.length })}
        </Text>
      </Box>
      {!isRunning && left > 0 && <Text size="sm">{text.stopped({ count: left })}</Text>}
      {!isRunning && <BulkOutcomeList people={people} outcomes={outcomes} />}
      {!isRunning && outcomes.length > maxListed && (
        <Text size="sm" c="dimmed">
          {text.moreOutcomes({ count: outcomes.length - maxListed })}
        </Text>
      )}
    </FormDialog>
  )
}

import { Box, Flex, Modal } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { BulkDecisionOutcome, UserRow } from '#shared/contracts/users/users.schemas.ts'
import { decisionText, usersText as text } from '#texts/users.ts'
import styles from '#web/features/users/Users.module.css'

/** Dialog with one outcome per user, shown when a bulk action failed for at least one user. */
export function BulkOutcomesDialog({
  people,
  outcomes,
  onClose,
}: {
  people: UserRow[]
  outcomes: BulkDecisionOutcome[]
  onClose: () => void
}) {
  const done = outcomes.filter(({ ok }) => ok).length
  return (
    <Modal opened onClose={onClose} title={decisionText.many({ done, all: outcomes.length })}>
      <ul className={styles.entries}>
        {outcomes.map(({ id, ok, message }) => (
          <Flex key={id} component="li" gap={10} className={styles.outcome} data-ok={ok}>
            {ok ? <IconCheck size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
            <span>
              {people.find(person => person.id === id)?.fullName}
              <Box component="span" display="block" fz={13} c="dimmed">
                {ok ? text.done : message}
              </Box>
            </span>
          </Flex>
        ))}
      </ul>
    </Modal>
  )
}

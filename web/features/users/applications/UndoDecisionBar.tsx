import { Box, Button, Kbd, Text } from '@mantine/core'
import '@mantine/core/styles/Kbd.css'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { undoText as text } from '#texts/approval-queue.ts'
import type { UndoableDecision } from '#web/features/users/users.api.ts'
import styles from './UndoDecisionBar.module.css'
import { undoSeconds } from './use-undoable-application-decisions.ts'

/** Bar with the newest decision about an applicant that is not sent yet, with a countdown and an undo button. */
export function UndoDecisionBar({
  decisions,
  onUndo,
}: {
  decisions: UndoableDecision[]
  onUndo: (decision: UndoableDecision) => void
}) {
  const newest = decisions.at(-1)
  if (!newest) return null
  return (
    <UndoDecisionCountdownBar
      key={newest.id}
      decision={newest}
      others={decisions.length - 1}
      onUndo={onUndo}
    />
  )
}

function UndoDecisionCountdownBar({
  decision,
  others,
  onUndo,
}: {
  decision: UndoableDecision
  others: number
  onUndo: (decision: UndoableDecision) => void
}) {
  const [secondsLeft, setSecondsLeft] = useState(undoSeconds)
  useEffect(() => {
    const timer = window.setInterval(() => setSecondsLeft(current => Math.max(1, current - 1)), 1000)
    return () => window.clearInterval(timer)
  }, [])
  const formatMessage = decision.kind === 'approve' ? text.approving : text.rejecting
  return (
    <section className={styles.bar} aria-label={text.region}>
      <svg className={styles.ring} width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
        <circle cx="15" cy="15" r="12" />
        <circle cx="15" cy="15" r="12" pathLength="1" className={styles.run} />
        <text x="15" y="19.500" textAnchor="middle">
          {secondsLeft}
        </text>
      </svg>
      <Box flex="1 1 auto" miw={0} className={styles.words}>
        {/* Screen readers announce the decision once. The countdown is hidden from them. */}
        <Text fw={600} size="sm" role="status">
          {formatMessage({ name: decision.name })}
        </Text>
        <Text size="xs" c="var(--undo-bar-text)" aria-hidden>
          {[text.soon({ seconds: secondsLeft }), others > 0 && text.others({ count: others })]
            .filter(Boolean)
            .join(', ')}
        </Text>
      </Box>
      <Button
        variant="subtle"
        className={styles.undo}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        rightSection={<Kbd size="xs">Z</Kbd>}
        onClick={() => onUndo(decision)}
      >
        {text.undo}
      </Button>
    </section>
  )
}

import { Button, Kbd, Text } from '@mantine/core'
import '@mantine/core/styles/Kbd.css'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { undoText as text } from './queue.text.ts'
import styles from './UndoBar.module.css'
import { graceSeconds, type Held } from './use-grace.ts'

/** The newest decision that is not sent yet, how long that takes, and the way back. */
export function UndoBar({ held, onUndo }: { held: Held[]; onUndo: (decision: Held) => void }) {
  const last = held.at(-1)
  if (!last) return null
  return <Bar key={last.id} decision={last} others={held.length - 1} onUndo={onUndo} />
}

function Bar({
  decision,
  others,
  onUndo,
}: {
  decision: Held
  others: number
  onUndo: (decision: Held) => void
}) {
  const [left, setLeft] = useState(graceSeconds)
  useEffect(() => {
    const timer = window.setInterval(() => setLeft(before => Math.max(1, before - 1)), 1000)
    return () => window.clearInterval(timer)
  }, [])
  const said = decision.kind === 'approve' ? text.approving : text.rejecting
  return (
    <section className={styles.bar} aria-label={text.region}>
      <svg className={styles.ring} width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
        <circle cx="15" cy="15" r="12" />
        <circle cx="15" cy="15" r="12" pathLength="1" className={styles.run} />
        <text x="15" y="19.500" textAnchor="middle">
          {left}
        </text>
      </svg>
      <div className={styles.words}>
        {/* Said once; the seconds are for the eye. */}
        <Text fw={600} size="sm" role="status">
          {said(decision.name)}
        </Text>
        <Text size="xs" className={styles.soft} aria-hidden>
          {[text.soon(left), others > 0 && text.others(others)].filter(Boolean).join(', ')}
        </Text>
      </div>
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

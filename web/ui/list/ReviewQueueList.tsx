import { Box, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '#web/ui/layout/ReviewQueue.module.css'

/** Id of the element of a list row, by which keyboard shortcuts focus the row. */
export const buildQueueRowId = (id: number) => `queue-${id}`

interface Props<Row extends { id: number }> {
  label: string
  rows: Row[]
  selectedId: number | undefined
  renderRow: (row: Row) => ReactNode
  onChoose: (id: number) => void
}

/**
 * List of records to review, beside the record under review. Each row is a button; the selected row is marked as
 * current.
 */
export function ReviewQueueList<Row extends { id: number }>({
  label,
  rows,
  selectedId,
  renderRow,
  onChoose,
}: Props<Row>) {
  return (
    <Box
      component="ul"
      flex="1 1 auto"
      mih={0}
      style={{ overflowY: 'auto', borderTop: '1px solid var(--line)' }}
      aria-label={label}
    >
      {rows.map(row => (
        <Box component="li" style={{ borderBottom: '1px solid var(--line)' }} key={row.id}>
          <UnstyledButton
            id={buildQueueRowId(row.id)}
            w="100%"
            mih={68}
            py={10}
            px={16}
            className={styles.row}
            aria-current={row.id === selectedId || undefined}
            onClick={() => onChoose(row.id)}
          >
            {renderRow(row)}
          </UnstyledButton>
        </Box>
      ))}
    </Box>
  )
}

/** Name in a list row with a dimmed second line. Long names break into several lines. */
export function ReviewQueueRowText({ name, line }: { name: string; line: string }) {
  return (
    <Box component="span" flex="1 1 auto" miw={0}>
      <Box component="span" display="block" fw={600} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      <span className={styles.rowLine}>{line}</span>
    </Box>
  )
}

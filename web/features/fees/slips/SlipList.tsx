import { Badge, Box, Flex, UnstyledButton } from '@mantine/core'
import type { SlipRow } from '#shared/contracts/fees/slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import styles from '#web/ui/layout/ReviewQueue.module.css'
import { getVerdict } from './match-reasons.ts'

function SlipListRow({ row }: { row: SlipRow }) {
  const { label, tone } = getVerdict(row)
  return (
    <>
      <Box component="span" flex="1 1 auto" miw={0}>
        <Box component="span" display="block" fw={600} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
          {row.fullName}
        </Box>
        <span className={styles.rowLine}>{formatDateTime(row.createdAt)}</span>
      </Box>
      <Flex component="span" direction="column" gap={4} align="flex-end" flex="none">
        <Box component="span" fw={700} className="tabular">
          {formatMoney(row)}
        </Box>
        <Badge component="span" variant="transparent" tt="none" {...getToneProps(tone)}>
          {label}
        </Badge>
      </Flex>
    </>
  )
}

/** List of waiting slips beside the slip under review. */
export function SlipList({
  rows,
  selectedId,
  onChoose,
}: {
  rows: SlipRow[]
  selectedId: number | undefined
  onChoose: (id: number) => void
}) {
  return (
    <Box
      component="ul"
      flex="1 1 auto"
      mih={0}
      style={{ overflowY: 'auto', borderTop: '1px solid var(--line)' }}
      aria-label={text.title}
    >
      {rows.map(row => (
        <Box component="li" style={{ borderBottom: '1px solid var(--line)' }} key={row.id}>
          <UnstyledButton
            w="100%"
            mih={64}
            py={10}
            px={16}
            className={styles.row}
            aria-current={row.id === selectedId || undefined}
            onClick={() => onChoose(row.id)}
          >
            <SlipListRow row={row} />
          </UnstyledButton>
        </Box>
      ))}
    </Box>
  )
}

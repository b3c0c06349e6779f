import { Badge, Box, Flex } from '@mantine/core'
import type { SlipRow } from '#shared/contracts/fees/slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { ReviewQueueList, ReviewQueueName } from '#web/ui/list/ReviewQueueList.tsx'
import { getSlipBadge } from './match-reasons.ts'

function renderSlip(row: SlipRow) {
  const { label, tone } = getSlipBadge(row)
  return (
    <>
      <ReviewQueueName name={row.fullName} line={formatDateTime(row.createdAt)} />
      <Flex component="span" direction="column" gap={4} align="flex-end" flex="none">
        <Box component="span" fw={700} className="tabular">
          {formatMoney(row)}
        </Box>
        <Badge
          component="span"
          variant="transparent"
          tt="none"
          {...getToneProps(tone)}
          style={{ border: '1px solid var(--line)' }}
        >
          {label}
        </Badge>
      </Flex>
    </>
  )
}

/** List of payment slips to review, beside the slip under review. */
export function SlipList(props: {
  rows: SlipRow[]
  selectedId: number | undefined
  onChoose: (id: number) => void
}) {
  return <ReviewQueueList label={text.title} renderRow={renderSlip} {...props} />
}

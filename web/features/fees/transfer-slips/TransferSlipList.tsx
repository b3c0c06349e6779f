import { Box, Flex } from '@mantine/core'
import type { TransferSlipRow } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { ReviewQueueList, ReviewQueueRowText } from '#web/ui/list/ReviewQueueList.tsx'
import { getTransferSlipBadge } from './match-reasons.ts'

function renderTransferSlip(row: TransferSlipRow, isSelected: boolean) {
  const { label, tone } = getTransferSlipBadge(row)
  return (
    <>
      <ReviewQueueRowText name={row.fullName} line={formatDateTime(row.createdAt)} />
      <Flex component="span" direction="column" gap={4} align="flex-end" flex="none">
        <Box component="span" fw={700} className="tabular">
          {formatMoney(row)}
        </Box>
        <ColouredBadge tone={tone} isOnTint={isSelected}>
          {label}
        </ColouredBadge>
      </Flex>
    </>
  )
}

/** List of payment slips to review, beside the slip under review. */
export function TransferSlipList(props: {
  rows: TransferSlipRow[]
  selectedId: number | undefined
  onChoose: (id: number) => void
}) {
  return (
    <ReviewQueueList
      label={text.title}
      renderRow={row => renderTransferSlip(row, row.id === props.selectedId)}
      {...props}
    />
  )
}

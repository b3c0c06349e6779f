import { Button } from '@mantine/core'
import { IconArrowRight, IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { slipQueueText } from '#texts/fee-payments.ts'
import { useWaitingTransferSlips } from '#web/features/fees/fee-payments.api.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'

/** Link to the payment slips that managers must review, with their count. Shown only if there are any. */
export function TransferSlipReviewLink() {
  const { data: queue } = useWaitingTransferSlips()
  if (!queue?.total) return null
  return (
    <Button
      variant="subtle"
      {...getToneProps('warn')}
      leftSection={<IconReceipt size={18} aria-hidden />}
      rightSection={<IconArrowRight size={16} aria-hidden />}
      renderRoot={props => <Link to="/fees/slips" {...props} />}
    >
      {slipQueueText.waiting({ count: queue.total })}
    </Button>
  )
}

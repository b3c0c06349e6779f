import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { slipQueueText } from '#texts/fee-payments.ts'
import { useWaitingTransferSlips } from '#web/features/fees/fee-payments.api.ts'

/** Link for managers to the payment slips under review, with their number. */
export function TransferSlipPaymentLinks() {
  const { data: queue } = useWaitingTransferSlips()
  return (
    <Button
      variant={queue && queue.total > 0 ? 'light' : 'default'}
      renderRoot={props => <Link to="/fees/slips" {...props} />}
    >
      {queue ? slipQueueText.waiting({ count: queue.total }) : slipQueueText.title}
    </Button>
  )
}

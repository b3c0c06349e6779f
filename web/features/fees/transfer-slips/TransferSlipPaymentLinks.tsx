import { Button } from '@mantine/core'
import { IconBuildingBank, IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { payeeText, slipQueueText } from '#texts/fee-payments.ts'
import { useWaitingTransferSlips } from '#web/features/fees/fee-payments.api.ts'

/** Links for managers to the payment slips under review, with their number, and to the payment accounts. */
export function TransferSlipPaymentLinks() {
  const { data: queue } = useWaitingTransferSlips()
  return (
    <>
      <Button
        variant={queue && queue.total > 0 ? 'light' : 'default'}
        leftSection={<IconListCheck size={18} aria-hidden />}
        renderRoot={props => <Link to="/fees/slips" {...props} />}
      >
        {queue ? slipQueueText.waiting({ count: queue.total }) : slipQueueText.title}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBuildingBank size={18} aria-hidden />}
        renderRoot={props => <Link to="/fees/payees" {...props} />}
      >
        {payeeText.title}
      </Button>
    </>
  )
}

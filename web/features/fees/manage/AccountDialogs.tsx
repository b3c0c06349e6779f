import type { FeeAccount, FeeCharge, FeeEntry } from '#shared/contracts/fees/fees.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { accountText as text } from '#texts/fees.ts'
import { useRefundCredit, useReverseEntry, useWaiveCharge } from '#web/features/fees/fees.api.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

export function WaiveDialog({ charge, onClose }: { charge: FeeCharge; onClose: () => void }) {
  const { currency, outstanding } = charge
  return (
    <ReasonDialog
      title={text.waiveTitle}
      help={text.waiveHelp({ amount: formatMoney({ amount: outstanding, currency }) })}
      amount={{ label: text.waiveAmount, currency, suggested: outstanding }}
      sending={useWaiveCharge(charge.id)}
      onClose={onClose}
    />
  )
}

export function RefundDialog({ account, onClose }: { account: FeeAccount; onClose: () => void }) {
  const { currency, credit } = account
  return (
    <ReasonDialog
      title={text.refund}
      help={`${text.credit}: ${formatMoney({ amount: credit, currency })}`}
      amount={{ label: text.refundAmount, currency, suggested: credit }}
      sending={useRefundCredit(account.id)}
      onClose={onClose}
    />
  )
}

export function ReverseDialog({ entry, onClose }: { entry: FeeEntry; onClose: () => void }) {
  return (
    <ReasonDialog
      title={text.reverseTitle}
      help={text.reverseHelp}
      warning={entry.needsSecondPerson ? text.reverseSecond : undefined}
      sending={useReverseEntry(entry.id, entry.needsSecondPerson)}
      onClose={onClose}
    />
  )
}

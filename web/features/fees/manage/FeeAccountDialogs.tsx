import type { FeeAccount, FeeCharge, FeeEntry } from '#shared/contracts/fees/fees.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { accountText as text } from '#texts/fees.ts'
import { useRefundFeeCredit, useReverseFeeEntry, useWaiveCharge } from '#web/features/fees/fees.api.ts'
import { FeeAccountChangeReasonDialog } from './FeeAccountChangeReasonDialog.tsx'

export function WaiveChargeDialog({ charge, onClose }: { charge: FeeCharge; onClose: () => void }) {
  const { currency, outstanding } = charge
  return (
    <FeeAccountChangeReasonDialog
      title={text.waiveTitle}
      help={text.waiveHelp({ amount: formatMoney({ amount: outstanding, currency }) })}
      amount={{ label: text.waiveAmount, currency, suggested: outstanding }}
      sending={useWaiveCharge(charge.id)}
      onClose={onClose}
    />
  )
}

export function RefundCreditDialog({ account, onClose }: { account: FeeAccount; onClose: () => void }) {
  const { currency, credit } = account
  return (
    <FeeAccountChangeReasonDialog
      title={text.refund}
      help={`${text.credit}: ${formatMoney({ amount: credit, currency })}`}
      amount={{ label: text.refundAmount, currency, suggested: credit }}
      sending={useRefundFeeCredit(account.id)}
      onClose={onClose}
    />
  )
}

export function ReverseFeeEntryDialog({ entry, onClose }: { entry: FeeEntry; onClose: () => void }) {
  return (
    <FeeAccountChangeReasonDialog
      title={text.reverseTitle}
      help={text.reverseHelp}
      warning={entry.needsSecondPerson ? text.reverseSecond : undefined}
      sending={useReverseFeeEntry(entry.id, entry.needsSecondPerson)}
      onClose={onClose}
    />
  )
}

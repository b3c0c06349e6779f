import type { Receipt } from '#shared/contracts/fees/fees.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { receiptPdfText as text } from '#texts/fee-payments.ts'

/** Line of a receipt: label and value. `isSum` marks the result of the lines above. */
export interface ReceiptLine {
  label: string
  value: string
  isSum?: true
}

/**
 * Lists the calculation shown on a receipt. For each charge: amount, reductions, earlier payments and the amount paid
 * by this receipt. Then follow the amount that becomes credit, and the sum received.
 */
export function listReceiptLines({ items, credited, amount, currency }: Receipt): ReceiptLine[] {
  const formatReceiptAmount = (value: number) => formatMoney({ amount: value, currency })
  const lines = items.flatMap(item => [
    { label: text.for, value: `${item.planName} ${item.period === 'once' ? '' : item.period}`.trim() },
    { label: text.charged, value: formatReceiptAmount(item.charged) },
    ...item.reductions.map(reduction => ({
      label: reduction.reason ?? '',
      value: formatReceiptAmount(-reduction.amount),
    })),
    ...(item.paidBefore > 0
      ? [{ label: text.paidBefore, value: formatReceiptAmount(-item.paidBefore) }]
      : []),
    { label: text.paid, value: formatReceiptAmount(item.paid) },
  ])
  return [
    ...lines,
    ...(credited > 0 ? [{ label: text.credited, value: formatReceiptAmount(credited) }] : []),
    { label: text.received, value: formatReceiptAmount(amount), isSum: true },
  ]
}

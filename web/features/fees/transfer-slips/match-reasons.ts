import type {
  TransferSlipDetail,
  TransferSlipProposal,
  TransferSlipRow,
} from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { slipQueueText as text } from '#texts/fee-payments.ts'
import type { Tone } from '#web/ui/feedback/tones.ts'

interface Reason {
  label: string
  tone: Tone
}

/** Compares the amount received with the amount that the member still owes for a fee. */
export function compareTransferWithCharge(amount: number, outstanding: number): 'exact' | 'part' | 'over' {
  if (amount === outstanding) return 'exact'
  return amount < outstanding ? 'part' : 'over'
}

const verdictTones = { exact: 'good', part: 'info', over: 'warn' } as const

/** Returns the badge of a payment slip in the list of slips to review. */
export function getTransferSlipBadge({ amount, outstanding, isRepeated }: TransferSlipRow): Reason {
  if (isRepeated) return { label: text.verdicts.repeated, tone: 'bad' }
  if (!outstanding) return { label: text.verdicts.settled, tone: 'neutral' }
  const verdict = compareTransferWithCharge(amount, outstanding)
  return { label: text.verdicts[verdict], tone: verdictTones[verdict] }
}

/** Lists the reasons for and against the assumption that a payment slip pays a given fee. */
export function listChargeMatchReasons(
  slip: Pick<TransferSlipDetail, 'chargeId' | 'currency' | 'paidOn'>,
  charge: TransferSlipProposal,
  amount: number,
): Reason[] {
  const verdict = compareTransferWithCharge(amount, charge.outstanding)
  const difference = formatMoney({
    amount: Math.abs(amount - charge.outstanding),
    currency: slip.currency,
  })
  const label = verdict === 'exact' ? text.reasons.exact : text.reasons[verdict]({ amount: difference })
  const isLate = slip.paidOn !== null && slip.paidOn > charge.dueOn
  return [
    ...(slip.chargeId === charge.chargeId ? [{ label: text.reasons.uploaded, tone: 'good' as const }] : []),
    { label, tone: verdictTones[verdict] },
    isLate ? { label: text.reasons.late, tone: 'warn' } : { label: text.reasons.beforeDue, tone: 'good' },
  ]
}

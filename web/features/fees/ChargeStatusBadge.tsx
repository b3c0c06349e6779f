import { feesText as text } from '#texts/fees.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import type { Tone } from '#web/ui/feedback/tones.ts'

interface ChargeState {
  paid: number
  outstanding: number
  isOverdue: boolean
  hasWaitingSlip?: boolean
}

function describeChargeStatus({ paid, outstanding, isOverdue, hasWaitingSlip }: ChargeState): [string, Tone] {
  if (outstanding === 0) return paid > 0 ? [text.paid, 'good'] : [text.waived, 'neutral']
  if (hasWaitingSlip) return [text.checking, 'info']
  if (isOverdue) return [text.overdue, 'bad']
  return paid > 0 ? [text.partly, 'info'] : [text.open, 'warn']
}

/** Badge with the state of a fee owed by a member. Its text says everything, so the colour adds no information. */
export function ChargeStatusBadge({ charge }: { charge: ChargeState }) {
  const [label, tone] = describeChargeStatus(charge)
  return <ColouredBadge tone={tone}>{label}</ColouredBadge>
}

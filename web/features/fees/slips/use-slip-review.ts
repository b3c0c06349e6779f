import { useState } from 'react'
import type { SlipDetail } from '#shared/contracts/fees/slips.schemas.ts'
import { formatDecimal, parseMoney } from '#shared/money/money.ts'

/** Choices of the treasurer about one slip: the charge, and the amount that arrived. */
export function useSlipReview(slip: SlipDetail) {
  const [chosenId, setChosenId] = useState<number>()
  const [typed, setTyped] = useState(formatDecimal(slip))
  const amount = parseMoney(typed, slip.currency)
  const proposal =
    slip.proposals.find(({ chargeId }) => chargeId === (chosenId ?? slip.chargeId)) ?? slip.proposals[0]
  const isAmountValid = amount !== undefined && amount > 0
  return {
    proposal,
    typed,
    setTyped,
    isAmountValid,
    amount: isAmountValid ? amount : 0,
    choose: setChosenId,
    /** Selects a charge by its position, counted from 1. */
    chooseByPosition: (position: number) => setChosenId(slip.proposals[position - 1]?.chargeId),
    canConfirm: isAmountValid && proposal !== undefined && !slip.isOwn && slip.status === 'waiting',
  }
}

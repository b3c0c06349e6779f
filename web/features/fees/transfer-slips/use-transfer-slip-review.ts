import { useState } from 'react'
import type { TransferSlipDetail } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { formatAmountAsDecimal, parseMoney } from '#shared/money/money.ts'
import { type Allocation, allocatePaymentToCharges } from '#shared/payments/allocate-payment-to-charges.ts'

/** Reads the amounts that the treasurer typed for each fee. Undefined if any amount is invalid or too high. */
function readPaymentSplit(
  slip: TransferSlipDetail,
  amount: number,
  typed: Record<number, string>,
): Allocation | undefined {
  const parts = slip.proposals.map(({ chargeId, outstanding }) => {
    const value = typed[chargeId]?.trim()
    return { chargeId, outstanding, amount: value ? parseMoney(value, slip.currency) : 0 }
  })
  let credited = amount
  for (const part of parts) {
    if (part.amount === undefined || part.amount < 0 || part.amount > part.outstanding) return undefined
    credited -= part.amount
  }
  const chosen = parts.flatMap(({ chargeId, amount: share }) => (share ? [{ chargeId, amount: share }] : []))
  return credited >= 0 && chosen.length > 0 ? { parts: chosen, credited } : undefined
}

/**
 * The treasurer's choices for one payment slip: the charge (or amounts for several charges) and the amount received.
 */
export function useTransferSlipReview(slip: TransferSlipDetail) {
  const [chosenId, setChosenId] = useState<number>()
  const [typed, setTyped] = useState(formatAmountAsDecimal(slip))
  const [split, setSplit] = useState<Record<number, string>>()
  const parsed = parseMoney(typed, slip.currency)
  const isAmountValid = parsed !== undefined && parsed > 0
  const amount = isAmountValid ? parsed : 0
  const proposal =
    slip.proposals.find(({ chargeId }) => chargeId === (chosenId ?? slip.chargeId)) ?? slip.proposals[0]
  // The default division of the payment among fees is computed by the same function that the server uses.
  const charges = slip.proposals
    .map(({ chargeId: id, outstanding, dueOn }) => ({ id, outstanding, dueOn }))
    .sort((first, second) => first.dueOn.localeCompare(second.dueOn) || first.id - second.id)
  const automatic = allocatePaymentToCharges(amount, charges, proposal?.chargeId)
  const division = split && readPaymentSplit(slip, amount, split)
  const startSplittingPayment = () =>
    setSplit(
      Object.fromEntries(
        automatic.parts.map(part => [
          part.chargeId,
          formatAmountAsDecimal({ amount: part.amount, currency: slip.currency }),
        ]),
      ),
    )
  return {
    proposal,
    typed,
    setTyped,
    isAmountValid,
    amount,
    choose: setChosenId,
    /** Selects a fee by its position in the list. The first position is 1. */
    chooseByPosition: (position: number) => setChosenId(slip.proposals[position - 1]?.chargeId),
    isSplit: split !== undefined,
    split: split ?? {},
    isSplitValid: split === undefined || division !== undefined,
    typePart: (chargeId: number, value: string) => setSplit(parts => ({ ...parts, [chargeId]: value })),
    toggleSplit: () => {
      if (split) setSplit(undefined)
      else if (slip.proposals.length > 1) startSplittingPayment()
    },
    allocation: division ?? automatic,
    canConfirm:
      isAmountValid &&
      !slip.isOwn &&
      slip.status === 'waiting' &&
      (split === undefined || division !== undefined),
  }
}

export type TransferSlipReview = ReturnType<typeof useTransferSlipReview>

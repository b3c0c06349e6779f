interface OpenCharge {
  id: number
  outstanding: number
}

export interface Allocation {
  parts: { chargeId: number; amount: number }[]
  /** Part of the payment that exceeds all charges and becomes credit of the member. */
  credited: number
}

/**
 * Divides a payment among unpaid charges: first the preferred charge, then the others in the given order. The parts
 * and the credited rest add up to the amount, and no part exceeds the outstanding amount of its charge.
 */
export function allocatePaymentToCharges(
  amount: number,
  charges: readonly OpenCharge[],
  preferredId?: number,
): Allocation {
  const ordered = [...charges].sort((a, b) => Number(b.id === preferredId) - Number(a.id === preferredId))
  const allocation: Allocation = { parts: [], credited: amount }
  for (const { id, outstanding } of ordered) {
    const part = Math.min(outstanding, allocation.credited)
    if (part <= 0) continue
    allocation.parts.push({ chargeId: id, amount: part })
    allocation.credited -= part
  }
  return allocation
}

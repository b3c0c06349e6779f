/** States by which the charges of a plan are filtered. */
export const chargeStates = ['open', 'overdue', 'paid', 'waived'] as const

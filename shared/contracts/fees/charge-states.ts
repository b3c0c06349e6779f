/** States by which the charges of a fee plan can be filtered. */
export const chargeStates = ['open', 'overdue', 'paid', 'waived'] as const

/** States of a charge by which segments (saved member filters) can select members. */
export const feeConditionStates = ['owes', 'overdue', 'paid'] as const

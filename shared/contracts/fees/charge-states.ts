/** States of a charge by which managers can filter the charges of a fee plan. */
export const chargeStates = ['open', 'overdue', 'paid', 'waived'] as const

/** States of a fee charge by which segments (saved member filters) can select members. */
export const feeConditionStates = ['owes', 'overdue', 'paid'] as const

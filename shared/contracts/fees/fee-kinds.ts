/** How often a fee plan is raised. Each raising names its period: `2026`, `2026-1` (semester) or `once`. */
export const feePeriods = ['year', 'semester', 'once'] as const

/**
 * Kinds of entries in the fee ledger. `credit` uses an earlier overpayment for a charge, `refund` pays it back,
 * `reversal` is the counter-entry of another entry.
 */
export const feeEntryKinds = [
  'charge',
  'payment',
  'credit',
  'waiver',
  'reduction',
  'refund',
  'reversal',
] as const
export type FeeEntryKind = (typeof feeEntryKinds)[number]

/** Sides of a ledger line. The lines of an entry add up to zero. */
export const feeLineSides = ['receivable', 'credit', 'income', 'money', 'waived'] as const
export type FeeLineSide = (typeof feeLineSides)[number]

export const paymentMethods = ['transfer', 'cash'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const reversalStatuses = ['open', 'confirmed', 'declined'] as const

/** `proposed` accounts await a second person; at most one account per book and currency is `active`. */
export const payeeStatuses = ['proposed', 'active', 'retired', 'declined'] as const
/** `iban` accounts get an EPC QR code, `emvco` accounts a merchant QR code; `account` has neither. */
export const payeeKinds = ['iban', 'emvco', 'account'] as const

export const slipStatuses = ['waiting', 'confirmed', 'rejected', 'withdrawn'] as const

/** Highest amount of a charge or payment in minor units. Sums of a million of them are exact in JavaScript. */
export const maxFeeAmount = 9_000_000_000

/** Years after the year of a receipt for which the payer's name is kept, as bookkeeping rules require. */
export const receiptNameYears = 7

/** Days between raising a charge and its due date at least, so that no member is overdue without time to pay. */
export const minDaysUntilDue = 7

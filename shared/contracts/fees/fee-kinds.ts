/** How often a fee plan charges members. Each charge is for a period, such as `2026`, `2026-1` (semester) or `once`. */
export const feePeriods = ['year', 'semester', 'once'] as const

/**
 * Kinds of entries in the fee ledger. `credit` uses an earlier overpayment for a charge, `refund` returns the
 * overpayment, `reversal` is the counter-entry of another entry.
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

/** Accounts to which the lines of a fee ledger entry belong. The amounts of all lines of an entry add up to zero. */
export const feeLineSides = ['receivable', 'credit', 'income', 'money', 'waived'] as const
export type FeeLineSide = (typeof feeLineSides)[number]

export const paymentMethods = ['transfer', 'cash'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const reversalStatuses = ['open', 'confirmed', 'declined'] as const

/**
 * States of a payee account (bank account for fees). Each fee book (fee ledger of a club, country or headquarters) has
 * at most one `active` account per currency; a second manager confirms it.
 */
export const payeeStatuses = ['proposed', 'active', 'retired', 'declined'] as const
/**
 * Kinds of payee accounts (accounts that members pay fees into). `iban` gets an EPC QR code, `emvco` an EMV merchant QR
 * code, and `account` no QR code.
 */
export const payeeKinds = ['iban', 'emvco', 'account'] as const

export const transferSlipStatuses = ['waiting', 'confirmed', 'rejected', 'withdrawn'] as const

/** Highest amount of a charge or payment in minor units. A million such amounts add up exactly in JavaScript. */
export const maxFeeAmount = 9_000_000_000

/** Number of years after the year of a receipt for which the payer's name is kept, as bookkeeping rules require. */
export const receiptNameYears = 7

/** Minimum number of days between a charge and its due date, so that every member has time to pay. */
export const minDaysUntilDue = 7

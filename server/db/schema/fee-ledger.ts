// Fee ledger: its entries, lines and receipts cannot be changed or deleted, by triggers and database privileges.
// Texts of the fee ledger that can be deleted (reasons, names of payers) are in separate tables.
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  feeEntryKinds,
  feeLineSides,
  paymentMethods,
  reversalStatuses,
} from '#shared/contracts/fees/fee-kinds.ts'
import { buildAllowedValuesConstraint, createdAt, personName, timestampColumn } from './columns.ts'
import { users } from './core.ts'
import { createAmountColumn, feeAccounts, feeBooks, feeCharges } from './fees.ts'

const createEntryIdColumn = () => bigint({ mode: 'number' })

/**
 * Ledger entry of one member's fee account, and therefore in one currency. The amounts of the entry's lines add up to
 * zero.
 */
export const feeEntries = pgTable(
  'fee_entries',
  {
    id: createEntryIdColumn().primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer()
      .notNull()
      .references(() => feeAccounts.id),
    kind: text({ enum: feeEntryKinds }).notNull(),
    /** Ledger entry that this entry reverses. An entry can be reversed only once. */
    reversesId: createEntryIdColumn().unique('fee_entries_reversed_once'),
    /** For payments: the method, and the day on which the money was received. */
    method: text({ enum: paymentMethods }),
    paidOn: date({ mode: 'string' }),
    /** User who made the ledger entry; null when the server used a member's credit for a new charge. */
    madeBy: integer().references(() => users.id),
    /** Key that the client generated for its request, so that a repeated request creates no second ledger entry. */
    requestKey: uuid().unique('fee_entries_request'),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('fee_entries_kind', t.kind, feeEntryKinds),
    buildAllowedValuesConstraint('fee_entries_method', t.method, paymentMethods),
    check(
      'fee_entries_payment',
      sql`(${t.kind} = 'payment') = (${t.method} is not null and ${t.paidOn} is not null)`,
    ),
    check('fee_entries_reversal', sql`(${t.kind} = 'reversal') = (${t.reversesId} is not null)`),
    unique('fee_entries_with_account').on(t.id, t.accountId),
    foreignKey({
      name: 'fee_entries_reverses_fk',
      columns: [t.reversesId, t.accountId],
      foreignColumns: [t.id, t.accountId],
    }),
    index('fee_entries_of_account').on(t.accountId, t.id),
    index('fee_entries_by_maker').on(t.madeBy, t.id).where(sql`${t.madeBy} is not null`),
  ],
)

/**
 * Line of an entry. Positive amounts increase what the member owes (`receivable`), the money received (`money`) or the
 * income given up (`waived`); negative amounts increase income and the member's credit.
 */
export const feeLines = pgTable(
  'fee_lines',
  {
    id: createEntryIdColumn().primaryKey().generatedByDefaultAsIdentity(),
    entryId: createEntryIdColumn().notNull(),
    accountId: integer().notNull(),
    side: text({ enum: feeLineSides }).notNull(),
    chargeId: integer(),
    amount: createAmountColumn().notNull(),
  },
  t => [
    buildAllowedValuesConstraint('fee_lines_side', t.side, feeLineSides),
    check('fee_lines_amount', sql`${t.amount} <> 0`),
    check('fee_lines_charge', sql`${t.side} <> 'receivable' or ${t.chargeId} is not null`),
    foreignKey({
      name: 'fee_lines_entry_fk',
      columns: [t.entryId, t.accountId],
      foreignColumns: [feeEntries.id, feeEntries.accountId],
    }),
    foreignKey({
      name: 'fee_lines_charge_fk',
      columns: [t.chargeId, t.accountId],
      foreignColumns: [feeCharges.id, feeCharges.accountId],
    }),
    index('fee_lines_of_entry').on(t.entryId),
    index('fee_lines_of_charge').on(t.chargeId).where(sql`${t.chargeId} is not null`),
  ],
)

/** Reason for a ledger entry, written by a manager. Erasing the member's account deletes the reason. */
export const feeReasons = pgTable('fee_reasons', {
  entryId: createEntryIdColumn()
    .primaryKey()
    .references(() => feeEntries.id),
  reason: text().notNull(),
})

/**
 * Last receipt number per fee book (fee ledger of a club, country or headquarters) and year. A trigger raises the
 * number in the transaction that inserts a receipt.
 */
export const feeReceiptCounters = pgTable(
  'fee_receipt_counters',
  {
    bookId: integer()
      .notNull()
      .references(() => feeBooks.id),
    year: smallint().notNull(),
    lastNumber: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.bookId, t.year] })],
)

/**
 * Receipt of a payment. A trigger sets year (in the fee book's time zone), number and code. `payeeName` is the name of
 * the club, country or headquarters when the payment was booked.
 */
export const feeReceipts = pgTable(
  'fee_receipts',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    entryId: createEntryIdColumn()
      .notNull()
      .unique('fee_receipts_one_each')
      .references(() => feeEntries.id),
    bookId: integer()
      .notNull()
      .references(() => feeBooks.id),
    year: smallint().notNull().default(0),
    number: integer().notNull().default(0),
    /** Receipt number as printed, such as BER-2026-00255. */
    code: text().notNull().unique('fee_receipts_code').default(''),
    payeeName: text().notNull(),
    createdAt: createdAt(),
  },
  t => [unique('fee_receipts_number').on(t.bookId, t.year, t.number)],
)

/**
 * Name of the payer on a receipt. Bookkeeping rules require the name for some years; the retention job then deletes it.
 */
export const feePayers = pgTable(
  'fee_payers',
  {
    receiptId: integer()
      .primaryKey()
      .references(() => feeReceipts.id),
    fullName: personName().notNull(),
    membershipNumber: text(),
    eraseAt: timestampColumn().notNull(),
  },
  t => [index('fee_payers_by_end').on(t.eraseAt)],
)

/**
 * Request to reverse a ledger entry so that the member owes the charge again. A second manager decides about the
 * request.
 */
export const feeReversalRequests = pgTable(
  'fee_reversal_requests',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    entryId: createEntryIdColumn()
      .notNull()
      .references(() => feeEntries.id),
    reason: text().notNull(),
    requestedBy: integer()
      .notNull()
      .references(() => users.id),
    status: text({ enum: reversalStatuses }).notNull().default('open'),
    decidedBy: integer().references(() => users.id),
    decidedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('fee_reversal_requests_status', t.status, reversalStatuses),
    check(
      'fee_reversal_requests_two',
      sql`${t.decidedBy} is null or ${t.decidedBy} <> ${t.requestedBy} or ${t.status} = 'declined'`,
    ),
    check('fee_reversal_requests_decided', sql`(${t.status} = 'open') = (${t.decidedAt} is null)`),
    uniqueIndex('fee_reversal_requests_open').on(t.entryId).where(sql`${t.status} = 'open'`),
    index('fee_reversal_requests_of_entry').on(t.entryId),
    index('fee_reversal_requests_by_requester').on(t.requestedBy),
    index('fee_reversal_requests_by_decider').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
  ],
)

// Payments of fees: payee accounts, transfer slips (proofs of payment) that members upload, and reminders.
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { payeeKinds, payeeStatuses, transferSlipStatuses } from '#shared/contracts/fees/fee-kinds.ts'
import { buildAllowedValuesConstraint, createdAt, timestampColumn } from './columns.ts'
import { files, users } from './core.ts'
import { feeEntries } from './fee-ledger.ts'
import {
  buildCurrencyCodeCondition,
  createAmountColumn,
  createCurrencyColumn,
  feeAccounts,
  feeBooks,
  feeCharges,
} from './fees.ts'

/**
 * Account into which members pay the fees of a club, country or headquarters. A proposed account becomes active when a
 * second manager confirms it; the account that was active before is then retired.
 */
export const feePayees = pgTable(
  'fee_payees',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    bookId: integer()
      .notNull()
      .references(() => feeBooks.id),
    currency: createCurrencyColumn().notNull(),
    kind: text({ enum: payeeKinds }).notNull(),
    /** Name of the account holder, as registered at the bank. */
    holder: text().notNull(),
    /** IBAN or account number; null when members pay to this account by QR code only. */
    accountNumber: text(),
    bank: text(),
    /** BIC of the bank, or the national bank code that a transfer needs. */
    bankCode: text(),
    /** Text encoded in the EMV merchant QR code of the account, as scanned. */
    qrPayload: text(),
    status: text({ enum: payeeStatuses }).notNull().default('proposed'),
    proposedBy: integer()
      .notNull()
      .references(() => users.id),
    decidedBy: integer().references(() => users.id),
    decidedAt: timestampColumn(),
    retiredAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('fee_payees_kind', t.kind, payeeKinds),
    buildAllowedValuesConstraint('fee_payees_status', t.status, payeeStatuses),
    check('fee_payees_currency', buildCurrencyCodeCondition(t.currency)),
    check('fee_payees_two', sql`${t.decidedBy} <> ${t.proposedBy} or ${t.status} in ('declined')`),
    check(
      'fee_payees_way',
      sql`(${t.kind} = 'emvco') = (${t.qrPayload} is not null) and (${t.kind} = 'emvco' or ${t.accountNumber} is not null)`,
    ),
    uniqueIndex('fee_payees_active').on(t.bookId, t.currency).where(sql`${t.status} = 'active'`),
    uniqueIndex('fee_payees_proposed').on(t.bookId, t.currency).where(sql`${t.status} = 'proposed'`),
    index('fee_payees_of_book').on(t.bookId, t.id),
    index('fee_payees_by_proposer').on(t.proposedBy),
    index('fee_payees_by_decider').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
  ],
)

/**
 * Users who could manage the fees when the payee account was proposed, without the proposer. Only they may confirm it.
 * Otherwise the proposer could first give a second person the right to confirm. A trigger refuses later rows.
 */
export const feePayeeApprovers = pgTable(
  'fee_payee_approvers',
  {
    payeeId: integer()
      .notNull()
      .references(() => feePayees.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
  },
  t => [primaryKey({ columns: [t.payeeId, t.userId] }), index('fee_payee_approvers_of_user').on(t.userId)],
)

/**
 * Transfer slip: a member's proof of payment. A manager confirms the slip, which books payment `entryId`, or rejects
 * it.
 */
export const feeSlips = pgTable(
  'fee_slips',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer()
      .notNull()
      .references(() => feeAccounts.id),
    /** Charge for which the member claims to have paid, stated by the member with the transfer slip. */
    chargeId: integer().references(() => feeCharges.id),
    /** Uploaded file of the transfer slip; null after the member's data were erased. */
    fileId: uuid().references(() => files.id),
    /** SHA-256 of the uploaded file, by which the server detects that the same file was uploaded before. */
    checksum: text().notNull(),
    uploadedBy: integer()
      .notNull()
      .references(() => users.id),
    amount: createAmountColumn().notNull(),
    paidOn: date({ mode: 'string' }),
    reference: text(),
    note: text(),
    status: text({ enum: transferSlipStatuses }).notNull().default('waiting'),
    decidedBy: integer().references(() => users.id),
    decidedAt: timestampColumn(),
    /** Reason why the transfer slip was rejected, shown to the member. */
    reason: text(),
    entryId: bigint({ mode: 'number' }).references(() => feeEntries.id),
    createdAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('fee_slips_status', t.status, transferSlipStatuses),
    check('fee_slips_amount', sql`${t.amount} > 0`),
    check('fee_slips_entry', sql`(${t.status} = 'confirmed') = (${t.entryId} is not null)`),
    check('fee_slips_decided', sql`(${t.status} = 'waiting') = (${t.decidedAt} is null)`),
    check('fee_slips_not_own', sql`${t.status} = 'withdrawn' or ${t.decidedBy} <> ${t.uploadedBy}`),
    uniqueIndex('fee_slips_entry_once').on(t.entryId).where(sql`${t.entryId} is not null`),
    index('fee_slips_waiting').on(t.createdAt, t.id).where(sql`${t.status} = 'waiting'`),
    index('fee_slips_of_account').on(t.accountId, t.id),
    index('fee_slips_of_charge').on(t.chargeId).where(sql`${t.chargeId} is not null`),
    index('fee_slips_by_checksum').on(t.checksum),
    index('fee_slips_by_file').on(t.fileId),
    index('fee_slips_by_uploader').on(t.uploadedBy),
    index('fee_slips_by_decider').on(t.decidedBy).where(sql`${t.decidedBy} is not null`),
  ],
)

/**
 * Reminder of an unpaid charge. `day` is one of the plan's `reminderDays`; the reminder for each of these days is sent
 * only once.
 */
export const feeReminders = pgTable(
  'fee_reminders',
  {
    chargeId: integer()
      .notNull()
      .references(() => feeCharges.id),
    day: smallint().notNull(),
    sentAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.chargeId, t.day] })],
)

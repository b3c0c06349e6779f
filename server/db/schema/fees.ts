// Fees: books (one fee ledger per collecting club, country or headquarters), fee plans, members' accounts and charges.
// A raising is one run of a fee plan for one period: it charges all members whom the plan covers.
// The tables of ledger entries are in fee-ledger.ts, the tables of payments in fee-payments.ts.
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { feePeriods, maxFeeAmount } from '#shared/contracts/fees/fee-kinds.ts'
import type { FeeReduction, PlanAudience } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { countries } from '#shared/countries/countries.ts'
import {
  buildAllowedValuesConstraint,
  buildCountryConstraint,
  createdAt,
  timestampColumn,
} from './columns.ts'
import { clubs, users } from './core.ts'

/** Amount in minor units of a currency, such as sen or cents. JavaScript sums amounts up to `maxFeeAmount` exactly. */
export const createAmountColumn = () => bigint({ mode: 'number' })
/** ISO 4217 code of a currency, such as MYR. */
export const createCurrencyColumn = () => text()
export const buildCurrencyCodeCondition = (column: AnyPgColumn): SQL => sql`${column} ~ '^[A-Z]{3}$'`
const highest = sql.raw(String(maxFeeAmount))

/**
 * Fee book of a club (`clubId`), a country (`country`) or headquarters (both null) that collects fees. Receipts are
 * numbered per book and year.
 */
export const feeBooks = pgTable(
  'fee_books',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    clubId: integer().references(() => clubs.id),
    country: text({ enum: countries }),
    /** Prefix of receipt numbers and payment references, such as BER. It never changes. */
    code: text().notNull().unique('fee_books_code'),
    /** Time zone of a fee ledger of a country or headquarters. A club's ledger uses the club's time zone. */
    timeZone: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    buildCountryConstraint('fee_books_country', t.country),
    check('fee_books_place', sql`${t.country} is null or ${t.clubId} is null`),
    check('fee_books_code_form', sql`${t.code} ~ '^[A-Z]{2,4}[0-9]{0,4}$'`),
    unique('fee_books_one_each').on(t.clubId, t.country).nullsNotDistinct(),
  ],
)

export const feePlans = pgTable(
  'fee_plans',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    bookId: integer()
      .notNull()
      .references(() => feeBooks.id),
    name: text().notNull(),
    amount: createAmountColumn().notNull(),
    currency: createCurrencyColumn().notNull(),
    period: text({ enum: feePeriods }).notNull(),
    /** Days of grace after the due date, before an unpaid charge counts as overdue. */
    graceDays: smallint().notNull().default(14),
    /** Filter for the members who have to pay the fee, within the club or country that collects it. */
    audience: jsonb().$type<PlanAudience>().notNull().default({}),
    /** Fee reductions. A charged member gets the first reduction whose target group includes the member. */
    reductions: jsonb().$type<FeeReduction[]>().notNull().default([]),
    /** Days before (negative) or after the due date on which members who have not paid are reminded. */
    reminderDays: smallint().array().notNull().default([-7, 1, 14]),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    closedAt: timestampColumn(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    buildAllowedValuesConstraint('fee_plans_period', t.period, feePeriods),
    check('fee_plans_name', sql`${t.name} <> ''`),
    check('fee_plans_amount', sql`${t.amount} between 1 and ${highest}`),
    check('fee_plans_currency', buildCurrencyCodeCondition(t.currency)),
    check('fee_plans_grace', sql`${t.graceDays} between 0 and 365`),
    index('fee_plans_of_book').on(t.bookId, t.id),
    index('fee_plans_by_creator').on(t.createdBy),
    unique('fee_plans_with_book').on(t.id, t.bookId, t.currency),
  ],
)

/**
 * Raising: a job charges all members of a fee plan for a period, in batches. `upTo` is the last user id that the job
 * has processed.
 */
export const feeRaisings = pgTable(
  'fee_raisings',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    planId: integer()
      .notNull()
      .references(() => feePlans.id),
    period: text().notNull(),
    dueOn: date({ mode: 'string' }).notNull(),
    raisedBy: integer()
      .notNull()
      .references(() => users.id),
    upTo: integer().notNull().default(0),
    charged: integer().notNull().default(0),
    finishedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    check('fee_raisings_period', sql`${t.period} ~ '^([0-9]{4}(-[12])?|once)$'`),
    unique('fee_raisings_once').on(t.planId, t.period),
    index('fee_raisings_open').on(t.id).where(sql`${t.finishedAt} is null`),
    index('fee_raisings_by_raiser').on(t.raisedBy),
  ],
)

/**
 * Fee account of a member in a fee book, one per currency, so that no ledger entry has two currencies. After a merge of
 * user accounts, a member may have further fee accounts with `mergedAt`, which get no new charges.
 */
export const feeAccounts = pgTable(
  'fee_accounts',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    bookId: integer()
      .notNull()
      .references(() => feeBooks.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    currency: createCurrencyColumn().notNull(),
    /** Amount that the member has overpaid. A trigger computes it from the lines of the fee ledger. */
    credit: createAmountColumn().notNull().default(0),
    mergedAt: timestampColumn(),
    createdAt: createdAt(),
  },
  t => [
    check('fee_accounts_currency', buildCurrencyCodeCondition(t.currency)),
    check('fee_accounts_credit', sql`${t.credit} >= 0`),
    uniqueIndex('fee_accounts_one_each').on(t.userId, t.bookId, t.currency).where(sql`${t.mergedAt} is null`),
    index('fee_accounts_of_user').on(t.userId),
    index('fee_accounts_of_book').on(t.bookId, t.currency, t.id),
    unique('fee_accounts_with_book').on(t.id, t.bookId, t.currency),
  ],
)

/**
 * Fee that a member owes for a period. The row keeps name and amount that the plan had when the member was charged. A
 * trigger writes the ledger entry of a new charge and sets the reference. Triggers also derive `paid`, `waived` and
 * `outstanding` from the ledger; the other columns never change.
 */
export const feeCharges = pgTable(
  'fee_charges',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer().notNull(),
    bookId: integer().notNull(),
    planId: integer().notNull(),
    currency: createCurrencyColumn().notNull(),
    period: text().notNull(),
    planName: text().notNull(),
    amount: createAmountColumn().notNull(),
    paid: createAmountColumn().notNull().default(0),
    waived: createAmountColumn().notNull().default(0),
    outstanding: createAmountColumn().notNull(),
    dueOn: date({ mode: 'string' }).notNull(),
    /** First day on which an unpaid charge is overdue: the day after the due date plus the days of grace. */
    overdueFrom: date({ mode: 'string' }).notNull(),
    /** Reference that the member states in the bank transfer, such as BER26-00147-K4. */
    reference: text().notNull().unique('fee_charges_reference').default(''),
    chargedBy: integer().references(() => users.id),
    createdAt: createdAt(),
  },
  t => [
    foreignKey({
      name: 'fee_charges_account_fk',
      columns: [t.accountId, t.bookId, t.currency],
      foreignColumns: [feeAccounts.id, feeAccounts.bookId, feeAccounts.currency],
    }),
    foreignKey({
      name: 'fee_charges_plan_fk',
      columns: [t.planId, t.bookId, t.currency],
      foreignColumns: [feePlans.id, feePlans.bookId, feePlans.currency],
    }),
    check('fee_charges_amount', sql`${t.amount} between 1 and ${highest}`),
    check(
      'fee_charges_sum',
      sql`${t.amount} = ${t.paid} + ${t.waived} + ${t.outstanding} and ${t.paid} >= 0 and ${t.waived} >= 0 and ${t.outstanding} >= 0`,
    ),
    check('fee_charges_due', sql`${t.overdueFrom} > ${t.dueOn}`),
    unique('fee_charges_once').on(t.planId, t.period, t.accountId),
    unique('fee_charges_with_account').on(t.id, t.accountId),
    index('fee_charges_of_account').on(t.accountId, t.dueOn),
    index('fee_charges_open').on(t.overdueFrom, t.accountId).where(sql`${t.outstanding} > 0`),
    index('fee_charges_by_charger').on(t.chargedBy).where(sql`${t.chargedBy} is not null`),
  ],
)

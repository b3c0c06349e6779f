// Inserts fee books (fee ledgers), fee plans and charges for tests.
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { feeAccounts, feeBooks, feeCharges, feePlans } from '#server/db/schema/fees.ts'
import type { TestApp } from './app.ts'
import { buildClub, buildOfficeAppointment, buildUser } from './factories.ts'

let counter = 0

/** Creates the fee book (fee ledger) of a club with a fee plan in euro. `createdBy` is the manager of the fees. */
export async function createFeeLedgerWithFeePlan(
  db: Db,
  { clubId, createdBy, currency = 'EUR' }: { clubId: number; createdBy: number; currency?: string },
) {
  const [book] = await db
    .insert(feeBooks)
    .values({ clubId, code: `TST${++counter}`, timeZone: 'Asia/Tokyo' })
    .returning()
  if (!book) throw new Error('no book')
  const [plan] = await db
    .insert(feePlans)
    .values({ bookId: book.id, name: 'Yuran ujian', amount: 2400, currency, period: 'year', createdBy })
    .returning()
  if (!plan) throw new Error('no plan')
  return { book, plan }
}

/** Charges a member for the fee plan. `dueOn` is a day such as 2027-01-31. */
export async function createFeeCharge(
  db: Db,
  { book, plan }: Awaited<ReturnType<typeof createFeeLedgerWithFeePlan>>,
  userId: number,
  { amount = 1800, dueOn = '2027-01-31', period = '2026' } = {},
) {
  const place = { bookId: book.id, currency: plan.currency }
  const [account] = await db
    .insert(feeAccounts)
    .values({ ...place, userId })
    .onConflictDoNothing()
    .returning()
  const [known] = account
    ? [account]
    : await db
        .select()
        .from(feeAccounts)
        .where(and(eq(feeAccounts.userId, userId), eq(feeAccounts.bookId, book.id)))
  const accountId = known?.id ?? 0
  const [charge] = await db
    .insert(feeCharges)
    .values({
      ...place,
      accountId,
      planId: plan.id,
      period,
      planName: plan.name,
      amount,
      outstanding: amount,
      dueOn,
      overdueFrom: '2099-01-01',
    })
    .returning()
  if (!charge) throw new Error('no charge')
  return charge
}

/**
 * Creates a club with two managers (administrator and treasurer), its fee book (fee ledger), and a member who owes a
 * fee of 18 euro.
 */
export async function createClubWithUnpaidFee(target: TestApp) {
  const { db } = target.database
  const { id: clubId } = await buildClub(db)
  const admin = await target.asNew({ role: 'club_admin_ln', clubId })
  const treasurerUser = await buildUser(db, { clubId })
  await buildOfficeAppointment(db, treasurerUser, { office: 'treasurer', over: 'club' })
  const treasurer = { ...(await target.as(treasurerUser)), user: treasurerUser }
  const member = await target.asNew({ clubId })
  const fees = await createFeeLedgerWithFeePlan(db, { clubId, createdBy: admin.user.id })
  const charge = await createFeeCharge(db, fees, member.user.id)
  return { clubId, admin, treasurer, member, charge, fees, bookId: fees.book.id }
}

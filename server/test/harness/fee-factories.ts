// Inserts books, plans and charges of fees for tests.
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { feeAccounts, feeBooks, feeCharges, feePlans } from '#server/db/schema/fees.ts'

let counter = 0

/** Makes the book of a club with a plan in euro. `createdBy` is the manager. */
export async function buildFeeBook(
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

/** Charges a member for the plan. `dueOn` is a day such as 2027-01-31. */
export async function buildFeeCharge(
  db: Db,
  { book, plan }: Awaited<ReturnType<typeof buildFeeBook>>,
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

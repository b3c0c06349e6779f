import { and, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { feeAccounts, feeBooks } from '#server/db/schema/fees.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { forbidden, notFound } from '#server/errors.ts'
import {
  bookColumns,
  type FeeAction,
  filterFeeBooksByScope,
} from '#server/features/fees/books/fee-books.queries.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { can } from '#shared/policies.ts'

async function findFeeAccount({ db, actor }: SignedInContext, accountId: number, action: FeeAction) {
  const [found] = await db
    .select({
      account: feeAccounts,
      book: bookColumns,
      user: {
        id: users.id,
        fullName: users.fullName,
        membershipNumber: users.membershipNumber,
        role: users.role,
        currentCountry: users.currentCountry,
        clubId: users.clubId,
        profileImageUrl: buildImageUrlSql(users.profileImageId),
      },
    })
    .from(feeAccounts)
    .innerJoin(feeBooks, eq(feeBooks.id, feeAccounts.bookId))
    .innerJoin(users, eq(users.id, feeAccounts.userId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(and(eq(feeAccounts.id, accountId), filterFeeBooksByScope(actor, action)))
  return found
}

/** Returns a member's account with a club, country or headquarters whose fees the caller may view, or throws 404. */
export async function requireVisibleFeeAccount(context: SignedInContext, accountId: number) {
  const found = await findFeeAccount(context, accountId, 'fees.view')
  if (!found) throw notFound()
  return { ...found, currency: found.account.currency as Currency }
}

/**
 * Locks and returns a member's account with a fee collector that the caller manages, or throws 404. Throws 403 for the
 * caller's own account, because nobody decides about their own fees. The lock makes ledger entries of an account follow
 * one after the other.
 */
export async function requireFeeAccount(tx: SignedInContext, accountId: number) {
  await tx.db
    .select({ id: feeAccounts.id })
    .from(feeAccounts)
    .where(eq(feeAccounts.id, accountId))
    .for('no key update')
  const found = await findFeeAccount(tx, accountId, 'fees.manage')
  if (!found) throw notFound()
  const { id } = found.user
  // The member's current club is not checked, because former members of a club keep a fee account there.
  if (!can(tx.actor, 'fees.manage') || id === tx.actor.id) throw forbidden('own_fees')
  return { ...found, currency: found.account.currency as Currency }
}

export type FeeAccountInScope = Awaited<ReturnType<typeof requireFeeAccount>>

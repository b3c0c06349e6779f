// Writes entries of the fee ledger. Database triggers update the sums of charges and the credit of the account.
// At the commit, database triggers check that the lines of a ledger entry add up to zero.
// Database triggers also reject changes of existing ledger entries.
import { and, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { feeEntries, feeLines, feeReasons } from '#server/db/schema/fee-ledger.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget } from '#server/events/events.service.ts'
import type { FeeEntryKind, FeeLineSide, PaymentMethod } from '#shared/contracts/fees/fee-kinds.ts'
import type { FeeAccountInScope } from './require-fee-account.service.ts'

export interface LedgerLine {
  side: FeeLineSide
  amount: number
  chargeId?: number | null
}

interface LedgerEntry {
  kind: FeeEntryKind
  lines: LedgerLine[]
  reason?: string
  method?: PaymentMethod
  paidOn?: string
  reversesId?: number
  requestKey?: string
}

/** Writes a ledger entry with its lines and reason, and returns its id. The account must be locked. */
export async function writeLedgerEntry(
  { db, actor }: SignedInContext,
  { account }: FeeAccountInScope,
  { lines, reason, ...entry }: LedgerEntry,
): Promise<number> {
  const [created] = await db
    .insert(feeEntries)
    .values({ ...entry, accountId: account.id, madeBy: actor.id })
    .returning({ id: feeEntries.id })
  if (!created) throw new Error('writeLedgerEntry: inserting the entry returned no row')
  await db
    .insert(feeLines)
    .values(
      lines
        .filter(({ amount }) => amount !== 0)
        .map(line => ({ ...line, entryId: created.id, accountId: account.id })),
    )
  if (reason) await db.insert(feeReasons).values({ entryId: created.id, reason })
  return created.id
}

/**
 * Finds the ledger entry of an earlier request with the same key. Throws 409 when the key belongs to another account.
 */
export async function findLedgerEntryOfRepeatedRequest(
  { db }: SignedInContext,
  { account }: FeeAccountInScope,
  requestKey: string | undefined,
): Promise<number | undefined> {
  if (!requestKey) return undefined
  const [found] = await db
    .select({ id: feeEntries.id, accountId: feeEntries.accountId })
    .from(feeEntries)
    .where(and(eq(feeEntries.requestKey, requestKey)))
  if (found && found.accountId !== account.id) throw conflict()
  return found?.id
}

/** Users whose screens are refreshed after a change of a fee account: the member and the managers of the fees. */
export const buildFeeInvalidations = ({ book, user }: Pick<FeeAccountInScope, 'book' | 'user'>) => [
  { topics: ['fees' as const], to: { reach: { country: book.placeCountry, clubId: book.clubId } } },
  { topics: ['fees' as const, 'me' as const], to: { users: [user.id] } },
]

/** Target of an audit event about the fees of a member. */
export const buildFeeAuditTarget = ({ user }: Pick<FeeAccountInScope, 'user'>) => buildUserAuditTarget(user)

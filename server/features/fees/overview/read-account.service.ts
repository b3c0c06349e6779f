// Reads a member's fee account: charges, every ledger entry, credit and the outstanding amount.
import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { feeCharges } from '#server/db/schema/fees.ts'
import { requireVisibleFeeAccount } from '#server/features/fees/ledger/require-fee-account.service.ts'
import type { FeeEntry } from '#shared/contracts/fees/fees.schemas.ts'
import { getPersonName } from '#shared/names/stored-names.ts'
import { can } from '#shared/policies.ts'
import { findFeeCharges } from './charges.queries.ts'

type EntryRow = Omit<FeeEntry, 'receipt' | 'isReversible' | 'createdAt'> & {
  createdAt: string
  receiptId: number | null
  receiptCode: string | null
} & Record<string, unknown>

/**
 * Lists the latest ledger entries of a fee account. `amount` is the change of the member's balance, credit included.
 */
async function listEntriesOfFeeAccount({ db }: SignedInContext, accountId: number) {
  const { rows } = await db.execute<EntryRow>(sql`
    select e.id::float8 as id, e.kind, e.created_at as "createdAt", e.method, e.paid_on::text as "paidOn", n.reason,
           case when e.kind in ('payment', 'refund') or r.kind in ('payment', 'refund')
                then -(select sum(l.amount) from fee_lines l where l.entry_id = e.id and l.side = 'money')
                else (select sum(l.amount) from fee_lines l where l.entry_id = e.id and l.side = 'receivable') end::float8 as amount,
           (select string_agg(distinct c.plan_name, ', ') from fee_lines l join fee_charges c on c.id = l.charge_id
             where l.entry_id = e.id and l.side = 'receivable') as "planName",
           (select sum(l.amount) < 0 from fee_lines l where l.entry_id = e.id and l.side = 'receivable') is true as "needsSecondPerson",
           u.full_name as "madeBy", t.id as "receiptId", t.code as "receiptCode",
           exists (select from fee_entries v where v.reverses_id = e.id) as "isReversed"
      from fee_entries e
      left join fee_entries r on r.id = e.reverses_id
      left join fee_reasons n on n.entry_id = e.id
      left join fee_receipts t on t.entry_id = e.id
      left join users u on u.id = e.made_by
     where e.account_id = ${accountId} order by e.id desc limit 200`)
  return rows.map(({ receiptId, receiptCode, createdAt, madeBy, ...entry }) => ({
    ...entry,
    createdAt: new Date(createdAt),
    madeBy: madeBy === null ? null : getPersonName(madeBy),
    receipt: receiptId === null ? null : { id: receiptId, code: receiptCode ?? '' },
    isReversible: !entry.isReversed && ['payment', 'waiver', 'reduction', 'refund'].includes(entry.kind),
  }))
}

export async function readFeeAccount(context: SignedInContext, accountId: number) {
  const { account, user, book, currency } = await requireVisibleFeeAccount(context, accountId)
  const charges = await findFeeCharges(context.db, eq(feeCharges.accountId, accountId))
  const place = { country: book.placeCountry, clubId: book.clubId }
  return {
    id: accountId,
    userId: user.id,
    fullName: user.fullName,
    membershipNumber: user.membershipNumber,
    profileImageUrl: user.profileImageUrl,
    collector: { clubName: book.clubName, country: book.country },
    currency,
    outstanding: charges.reduce((sum, charge) => sum + charge.outstanding, 0),
    credit: account.credit,
    isManaged: can(context.actor, 'fees.manage', { place }) && user.id !== context.actor.id,
    charges,
    entries: await listEntriesOfFeeAccount(context, accountId),
  }
}

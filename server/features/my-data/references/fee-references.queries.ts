// Entries of the personal data registry: fees, payments, and actions of fee managers.
import { sql } from 'drizzle-orm'
import { dataSectionText } from '#texts/data-references.ts'
import type { DataReference } from './data-reference.queries.ts'

/** SQL for the name of the club that collects the fee; empty for a country or headquarters. */
const collector = `(select c.name from fee_books b join clubs c on c.id = b.club_id where b.id = t.book_id)`

/** SQL for the charges of the fee account `t` as JSON. */
const charges = `(select jsonb_agg(jsonb_build_object('name', c.plan_name, 'period', c.period, 'amount', c.amount, 'paid', c.paid,
  'waived', c.waived, 'outstanding', c.outstanding, 'dueOn', c.due_on, 'reference', c.reference) order by c.id)
  from fee_charges c where c.account_id = t.id)`

/** SQL for the ledger entries of the fee account `t` as JSON, without the users who made them. */
const entries = `(select jsonb_agg(jsonb_build_object('date', e.created_at, 'kind', e.kind, 'reason', n.reason, 'receipt', r.code, 'amount',
  (select sum(l.amount) from fee_lines l where l.entry_id = e.id and l.side in ('receivable', 'credit'))) order by e.id)
  from fee_entries e left join fee_reasons n on n.entry_id = e.id left join fee_receipts r on r.entry_id = e.id
 where e.account_id = t.id)`

export const feeReferences: DataReference[] = [
  {
    table: 'fee_accounts',
    purpose: 'fees',
    columns: ['user_id'],
    copy: {
      file: 'yuran',
      columns: { createdAt: true, club: collector, currency: true, credit: true, charges, entries },
      from: userId => sql`fee_accounts t where t.user_id = ${userId} order by t.id`,
    },
    // After an erasure, fee amounts and receipt numbers are kept for bookkeeping.
    // An erasure deletes the reasons of ledger entries, because a reason may describe the member.
    erasure: {
      removes: userId => sql`delete from fee_reasons n using fee_entries e, fee_accounts a
        where e.id = n.entry_id and a.id = e.account_id and a.user_id = ${userId}`,
    },
  },
  {
    table: 'fee_plans',
    purpose: 'fees',
    columns: ['created_by'],
    copy: {
      file: 'yuran-dibuat',
      columns: { createdAt: true, name: true, amount: true, currency: true, club: collector },
      from: userId => sql`fee_plans t where t.created_by = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['yuran-dibuat'].keeps },
  },
  {
    table: 'fee_raisings',
    purpose: 'fees',
    columns: ['raised_by'],
    copy: {
      file: 'yuran-dikenakan',
      columns: { createdAt: true, period: true, dueOn: true, charged: true },
      from: userId => sql`fee_raisings t where t.raised_by = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['yuran-dikenakan'].keeps },
  },
  {
    table: 'fee_charges',
    purpose: 'fees',
    columns: ['charged_by'],
    copy: {
      file: 'caj-dikenakan',
      // A manager's data export omits the member who owes the charge, because that is data of another person.
      columns: { createdAt: true, amount: true, currency: true },
      from: userId => sql`fee_charges t where t.charged_by = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['caj-dikenakan'].keeps },
  },
  {
    table: 'fee_entries',
    purpose: 'fees',
    columns: ['made_by'],
    copy: {
      file: 'catatan-yuran',
      columns: { createdAt: true, kind: true, method: true, paidOn: true },
      from: userId => sql`fee_entries t where t.made_by = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['catatan-yuran'].keeps },
  },
  {
    table: 'fee_reversal_requests',
    purpose: 'fees',
    columns: ['requested_by', 'decided_by'],
    copy: {
      file: 'pembatalan-yuran',
      columns: { createdAt: true, reason: true, status: true, decidedAt: true },
      from: userId => sql`fee_reversal_requests t where t.requested_by = ${userId} order by t.id`,
    },
    erasure: {
      removes: userId => sql`update fee_reversal_requests q set reason = '[…]'
        where q.requested_by = ${userId} or q.entry_id in (
          select e.id from fee_entries e join fee_accounts a on a.id = e.account_id where a.user_id = ${userId})`,
    },
  },
  {
    table: 'fee_payees',
    purpose: 'fees',
    columns: ['proposed_by', 'decided_by'],
    copy: {
      file: 'akaun-bayaran',
      columns: { createdAt: true, kind: true, currency: true, status: true },
      from: userId => sql`fee_payees t where t.proposed_by = ${userId} order by t.id`,
    },
    erasure: { keeps: () => dataSectionText['akaun-bayaran'].keeps },
  },
  {
    table: 'fee_payee_approvers',
    purpose: 'fees',
    columns: ['user_id'],
    copy: {
      file: 'pengesah-akaun',
      columns: { createdAt: 'p.created_at', status: 'p.status' },
      from: userId => sql`fee_payee_approvers t join fee_payees p on p.id = t.payee_id
        where t.user_id = ${userId} order by t.payee_id`,
    },
    erasure: { keeps: () => dataSectionText['pengesah-akaun'].keeps },
  },
  {
    table: 'fee_slips',
    purpose: 'fees',
    columns: ['uploaded_by', 'decided_by'],
    copy: {
      file: 'slip-yuran',
      columns: {
        createdAt: true,
        amount: true,
        paidOn: true,
        reference: true,
        note: true,
        status: true,
        reason: true,
      },
      from: userId => sql`fee_slips t where t.uploaded_by = ${userId} order by t.id`,
    },
    // An erasure deletes the picture of a transfer slip, which shows a bank account. The amount stays for bookkeeping.
    erasure: {
      removes: userId => sql`update fee_slips set file_id = null, reference = null, note = null, reason = null
        where uploaded_by = ${userId} or account_id in (select a.id from fee_accounts a where a.user_id = ${userId})`,
    },
  },
]

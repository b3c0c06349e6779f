// Entries of the concurrency test table: requests about fees.
import { createsNew, type RaceTable } from './race-call.ts'

const locksPlan = 'locks the plan; server/features/fees races raisings of a plan'
const locksAccount =
  'locks the account of the member; server/features/fees races payments, waivers and reversals'

const locksBook = 'locks the book; server/features/fees/payees races proposals and decisions'
const locksTransferSlip =
  'locks account and slip; server/features/fees/transfer-slips races sending, confirming and rejecting the same slip'

export const feeRaces: RaceTable = {
  'POST /api/fees/plans': createsNew,
  'PUT /api/fees/plans/:id': locksPlan,
  'POST /api/fees/plans/:id/close': locksPlan,
  'POST /api/fees/plans/:id/raise': locksPlan,
  'POST /api/fees/accounts/:id/payments': locksAccount,
  'POST /api/fees/accounts/:id/refunds': locksAccount,
  'POST /api/fees/charges/:id/waivers': locksAccount,
  'POST /api/fees/entries/:id/reversal': locksAccount,
  'POST /api/fees/reversals/:id': locksAccount,
  'PUT /api/fees/rules': 'a single statement on the only row of its table',
  'job raise_fees': locksPlan,
  'POST /api/fees/books/:id/payees': locksBook,
  'POST /api/fees/payees/:id/confirm': locksBook,
  'POST /api/fees/payees/:id/decline': locksBook,
  'POST /api/fees/charges/:id/slips': locksTransferSlip,
  'POST /api/fees/slips/:id/withdraw': locksTransferSlip,
  'POST /api/fees/slips/:id/confirm': locksTransferSlip,
  'POST /api/fees/slips/:id/reject': locksTransferSlip,
  'job remind_debtors': 'locks the accounts; server/features/fees/reminders races several jobs',
}

// Race table entries: requests about fees.
import { createsNew, type RaceTable } from './race-call.ts'

const locksPlan = 'locks the plan; server/features/fees races raisings of a plan'
const locksAccount =
  'locks the account of the member; server/features/fees races payments, waivers and reversals'

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
}

import type { SignedIn } from '#server/context.ts'
import { personFields, personKeys } from '#shared/contracts/person-fields.ts'
import type { OpenRow } from '#shared/contracts/users.ts'
import { ageOf } from '#shared/ic-number.ts'
import { isApprover } from '#shared/policies.ts'
import { showIcNumber } from './read-ic-number.ts'
import type { SealedRow } from './rows.queries.ts'

const forApprovers = personKeys.filter(key => personFields[key].readBy === 'approvers')
const nothing = Object.fromEntries(forApprovers.map(key => [key, null]))

/** What leaves, for whoever asks: nothing in place of what only approvers read. */
export function withhold<Shown extends object>({ actor }: SignedIn, shown: Shown): Shown {
  return isApprover(actor) ? shown : { ...shown, ...nothing }
}

/** The number masked, the age by the year of birth. */
export function openRow(context: SignedIn, { icEncrypted, birthYear, ...row }: SealedRow): OpenRow {
  return withhold(context, {
    ...row,
    icNumber: icEncrypted && showIcNumber(context, row.id, icEncrypted),
    age: birthYear === null ? null : ageOf(birthYear),
  })
}

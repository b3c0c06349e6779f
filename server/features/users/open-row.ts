import type { SignedIn } from '#server/context.ts'
import { personFields, personKeys } from '#shared/contracts/person-fields.ts'
import type { OpenRow } from '#shared/contracts/users.ts'
import { ageOf } from '#shared/ic-number.ts'
import { isApprover } from '#shared/policies.ts'
import { showIcNumber } from './read-ic-number.ts'
import type { SealedRow } from './rows.queries.ts'

const approverKeys = personKeys.filter(key => personFields[key].readBy === 'approvers')
const approverNulls = Object.fromEntries(approverKeys.map(key => [key, null]))

/** Sets the fields that only approvers may read to null when the caller is not an approver. */
export function withhold<Fields extends object>({ actor }: SignedIn, record: Fields): Fields {
  return isApprover(actor) ? record : { ...record, ...approverNulls }
}

/** Converts a stored row for the response: the identity number is masked, the age derived from the birth year. */
export function openRow(context: SignedIn, { icEncrypted, birthYear, ...row }: SealedRow): OpenRow {
  return withhold(context, {
    ...row,
    icNumber: icEncrypted && showIcNumber(context, row.id, icEncrypted),
    age: birthYear === null ? null : ageOf(birthYear),
  })
}

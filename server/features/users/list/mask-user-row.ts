import type { SignedInContext } from '#server/context.ts'
import { readMaskedIdentityNumber } from '#server/features/users/person-data/read-identity-number.ts'
import { personFields, personKeys } from '#shared/contracts/users/person-fields.ts'
import type { UserRowValue } from '#shared/contracts/users/users.schemas.ts'
import { getAgeFromBirthYear } from '#shared/ic-number.ts'
import { canApproveApplicationOfUser, type TargetUser } from '#shared/policies.ts'
import type { StoredUserRow } from './user-rows.queries.ts'

const approverKeys = personKeys.filter(key => personFields[key].readBy === 'approvers')
const approverNulls = Object.fromEntries(approverKeys.map(key => [key, null]))

/** Sets the fields that only approvers may read to null when the caller is not an approver of this user. */
export function maskApproverOnlyFields<Fields extends TargetUser>(
  { actor }: SignedInContext,
  record: Fields,
): Fields {
  return canApproveApplicationOfUser(actor, record) ? record : { ...record, ...approverNulls }
}

/** Converts a stored row for the response: the identity number is masked, the age derived from the birth year. */
export function maskUserRow(
  context: SignedInContext,
  { icEncrypted, birthYear, ...row }: StoredUserRow,
): UserRowValue {
  return maskApproverOnlyFields(context, {
    ...row,
    icNumber: icEncrypted && readMaskedIdentityNumber(context, row.id, icEncrypted),
    age: birthYear === null ? null : getAgeFromBirthYear(birthYear),
  })
}

import type { SignedIn } from '#server/context.ts'
import { ageOf } from '#shared/ic-number.ts'
import { isApprover } from '#shared/policies.ts'
import { showIcNumber } from './read-ic-number.ts'
import type { SealedRow } from './rows.queries.ts'

/** What leaves: the number only for approvers and masked, the age by the year of birth. */
export function openRow(context: SignedIn, { icEncrypted, birthYear, ...row }: SealedRow) {
  const isShown = icEncrypted !== null && isApprover(context.actor)
  return {
    ...row,
    icNumber: isShown ? showIcNumber(context, row.id, icEncrypted) : null,
    age: birthYear === null ? null : ageOf(birthYear),
  }
}

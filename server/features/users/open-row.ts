import type { SignedIn } from '#server/context.ts'
import { detailKeys, listedKeys, type PersonKey, personFields } from '#shared/contracts/person-fields.ts'
import type { OpenRow } from '#shared/contracts/users.ts'
import { ageOf } from '#shared/ic-number.ts'
import { isApprover } from '#shared/policies.ts'
import { showIcNumber } from './read-ic-number.ts'
import type { SealedRow } from './rows.queries.ts'

/** Nothing, in place of what only approvers read. */
function withheld(keys: PersonKey[]): Record<string, null> {
  const hidden = keys.filter(key => personFields[key].readBy === 'approvers')
  return Object.fromEntries(hidden.map(key => [key, null]))
}
const withheldRow = withheld(listedKeys)
const withheldDetail = withheld(detailKeys)

/** What leaves of a row: the number only masked, the age by the year of birth. */
export function openRow(context: SignedIn, { icEncrypted, birthYear, ...row }: SealedRow): OpenRow {
  const isAll = isApprover(context.actor)
  return {
    ...row,
    icNumber: isAll && icEncrypted ? showIcNumber(context, row.id, icEncrypted) : null,
    age: birthYear === null ? null : ageOf(birthYear),
    ...(isAll ? {} : withheldRow),
  }
}

/** What leaves of the fields that only a detail shows. */
export function openDetail<Detail extends object>({ actor }: SignedIn, detail: Detail): Detail {
  return isApprover(actor) ? detail : { ...detail, ...withheldDetail }
}

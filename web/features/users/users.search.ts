import { countries, educationLevels, roles, userSorts, userStatuses } from '#shared/constants.ts'
import type { listUsers } from '#shared/contracts/users.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { choice, day, type FieldsOf, number, searchReader, word } from '#web/lib/search.ts'

export const userTabs = ['all', 'pending', 'roles'] as const
export type UserTab = (typeof userTabs)[number]

/** Filter parameters of the member list. `from` and `to` are calendar days in the viewer's time zone. */
const memberFilter = {
  search: word,
  country: choice(countries),
  clubId: number,
  role: choice(roles),
  educationLevel: choice(educationLevels),
  institution: word,
  from: day,
  to: day,
} satisfies FieldsOf<QueryOf<typeof listUsers>>

const userFilter = {
  ...memberFilter,
  status: choice(userStatuses),
} satisfies FieldsOf<QueryOf<typeof listUsers>>

/** Reads the member list's filter, which has no status because all members are active. */
export const readMemberFilter = searchReader(memberFilter)
export const readUserFilter = searchReader(userFilter)
export type UserFilter = ReturnType<typeof readUserFilter>

/** Selectable page sizes in rows; the first one is the default. */
export const pageSizes = [10, 25, 50] as const

/** Display options of a user list: sort order, page size and hidden columns (comma-separated). */
const displayOptions = {
  sort: choice(userSorts),
  size: (value: unknown) => pageSizes.find(size => size === value),
  without: word,
}
export const readLook = searchReader(displayOptions)
export type Look = ReturnType<typeof readLook>

/** Page number, and id of the user whose drawer is open. */
const listParameters = { page: number, user: number }
/** Page number of the pending applicants, for screens that also show a second list. */
const waiting = number

export const readMembersSearch = searchReader({ ...memberFilter, ...displayOptions, ...listParameters })
export const readMemberApprovalSearch = searchReader({
  ...memberFilter,
  ...displayOptions,
  ...listParameters,
  waiting,
  /** User id of the application under review. */
  application: number,
})
export const readUserManagementSearch = searchReader({
  ...userFilter,
  ...displayOptions,
  ...listParameters,
  waiting,
  tab: choice(userTabs),
})

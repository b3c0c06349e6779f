import { countries, educationLevels, roles, userSorts, userStatuses } from '#shared/constants.ts'
import type { listUsers } from '#shared/contracts/users.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { choice, day, type FieldsOf, number, searchReader, word } from '#web/lib/search.ts'

export const userTabs = ['all', 'pending', 'roles'] as const
export type UserTab = (typeof userTabs)[number]

/** Days as the viewer means them. */
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

/** Of members, who are active all of them. */
export const readMemberFilter = searchReader(memberFilter)
export const readUserFilter = searchReader(userFilter)
export type UserFilter = ReturnType<typeof readUserFilter>

/** How many rows a page may have; the first unless one chooses. */
export const pageSizes = [10, 25, 50] as const

/** How the list is looked at: in which order, how much of it at once, and which columns are left out. */
const look = {
  sort: choice(userSorts),
  size: (value: unknown) => pageSizes.find(size => size === value),
  without: word,
}
export const readLook = searchReader(look)
export type Look = ReturnType<typeof readLook>

/** The page, and the person whose drawer is open. */
const list = { page: number, user: number }
/** The page of those who wait, where two lists share a screen. */
const waiting = number

export const readMembersSearch = searchReader({ ...memberFilter, ...look, ...list })
export const readMemberApprovalSearch = searchReader({
  ...memberFilter,
  ...look,
  ...list,
  waiting,
  /** The one that is looked at. */
  application: number,
})
export const readUserManagementSearch = searchReader({
  ...userFilter,
  ...look,
  ...list,
  waiting,
  tab: choice(userTabs),
})

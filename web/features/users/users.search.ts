import { countries, educationLevels, roles, userStatuses } from '#shared/constants.ts'
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

/** The page, and the person whose drawer is open. */
const list = { page: number, user: number }
/** The page of those who wait, where two lists share a screen. */
const waiting = number

export const readMembersSearch = searchReader({ ...memberFilter, ...list })
export const readMemberApprovalSearch = searchReader({
  ...memberFilter,
  ...list,
  waiting,
  /** The one that is looked at. */
  application: number,
})
export const readUserManagementSearch = searchReader({
  ...userFilter,
  ...list,
  waiting,
  tab: choice(userTabs),
})

import { educationLevels, roles, userSorts, userStatuses } from '#shared/constants.ts'
import type { listUsers } from '#shared/contracts/users/users.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createAllowedValueParser,
  createUrlQueryParser,
  type ParameterReadersOf,
  readCountry,
  readDate,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

export const userTabs = ['all', 'pending', 'roles'] as const
export type UserTab = (typeof userTabs)[number]

/** Checks only the format of conditions on custom fields. `buildUserFilterQuery` drops malformed conditions. */
const readFieldConditions = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 900 && /^[1-9]\d*\.[a-zA-Z]+/.test(value) ? value : undefined

/** Reads a list of ids such as 12,15 from the URL. The router has parsed a single id as a number. */
const readUserIds = (value: unknown): string | undefined =>
  /^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,19}$/.test(String(value)) ? String(value) : undefined

/** Filter parameters of the member list in the URL. `from` and `to` are days in the viewer's time zone. */
const memberFilter = {
  search: readText,
  country: readCountry,
  clubId: readPositiveInteger,
  role: createAllowedValueParser(roles),
  educationLevel: createAllowedValueParser(educationLevels),
  institution: readText,
  tagId: readPositiveInteger,
  segmentId: readPositiveInteger,
  from: readDate,
  to: readDate,
  where: readFieldConditions,
} satisfies ParameterReadersOf<QueryOf<typeof listUsers>>

const userFilter = {
  ...memberFilter,
  status: createAllowedValueParser(userStatuses),
} satisfies ParameterReadersOf<QueryOf<typeof listUsers>>

/** Reads the member list's filter from the URL. There is no status filter, because all members are active. */
export const readMemberFilter = createUrlQueryParser(memberFilter)
export const readUserFilter = createUrlQueryParser(userFilter)
export type UserFilter = ReturnType<typeof readUserFilter>

/** Numbers of rows per page that the user can select. The first number is the default. */
export const userPageSizes = [10, 25, 50] as const

/** Display options of a user list: sort order, page size, hidden columns, and custom fields shown as columns. */
const displayOptions = {
  sort: createAllowedValueParser(userSorts),
  size: (value: unknown) => userPageSizes.find(size => size === value),
  without: readText,
  fields: readUserIds,
}
export const readDisplayOptions = createUrlQueryParser(displayOptions)
export type DisplayOptions = ReturnType<typeof readDisplayOptions>

/** URL parameters of a user list: page number, and id of the user whose drawer is open. */
const listParameters = { page: readPositiveInteger, user: readPositiveInteger }
/** URL parameter: page number of the list of pending applicants, on screens that show several lists. */
const waiting = readPositiveInteger

export const readMembersSearch = createUrlQueryParser({
  ...memberFilter,
  ...displayOptions,
  ...listParameters,
})
export const readMemberApprovalSearch = createUrlQueryParser({
  ...memberFilter,
  ...displayOptions,
  ...listParameters,
  waiting,
  /** URL parameter with the user id of the applicant under review. */
  application: readPositiveInteger,
})
export const readUserManagementSearch = createUrlQueryParser({
  ...userFilter,
  ...displayOptions,
  ...listParameters,
  waiting,
  tab: createAllowedValueParser(userTabs),
})

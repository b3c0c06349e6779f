import type { AppointedOffice, Role } from '#shared/constants.ts'
import {
  type Action,
  type ActorScope,
  actions,
  getPermissionScopeOfRole,
  getScopesAndActionsOfOffice,
  isActionAllowedForEveryRole,
} from '#shared/policies.ts'

/** Groups of rights in the role matrix, in display order. `everyone` contains the rights of all roles. */
const rightGroups = [
  'members',
  'applications',
  'roles',
  'clubs',
  'activities',
  'fees',
  'data',
  'everyone',
] as const
export type RightGroup = (typeof rightGroups)[number]

/** Area of a permission: the part of its name before the dot, such as `users`. */
type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : never

/** Group of rights in the role matrix for each area of permissions. The compiler requires an entry for a new area. */
const groupsByArea: Record<AreaOf<Action>, RightGroup> = {
  users: 'members',
  segments: 'members',
  people: 'members',
  fields: 'members',
  imports: 'applications',
  offices: 'roles',
  clubs: 'clubs',
  countries: 'clubs',
  cards: 'clubs',
  activities: 'activities',
  announcements: 'activities',
  elections: 'activities',
  rollCalls: 'activities',
  groups: 'activities',
  reports: 'activities',
  notifications: 'activities',
  files: 'activities',
  fees: 'fees',
  dashboard: 'data',
  account: 'data',
  analytics: 'data',
  audit: 'data',
  data: 'data',
  outbox: 'data',
}

/** Groups of rights for the actions on users that do not belong to the group of the area `users`. */
const groupsByAction: Partial<Record<Action, RightGroup>> = {
  'users.pending': 'applications',
  'users.approve': 'applications',
  'users.reject': 'applications',
  'users.changeRole': 'roles',
}

function findRightGroup(action: Action): RightGroup {
  if (isActionAllowedForEveryRole(action)) return 'everyone'
  return groupsByAction[action] ?? groupsByArea[action.split('.')[0] as AreaOf<Action>]
}

export interface GroupedRights {
  group: RightGroup
  actions: Action[]
}

/** Returns the permissions that match a search, by group of rights. Groups without a match are omitted. */
export function groupMatchingPermissionsByCategory(matches: (action: Action) => boolean): GroupedRights[] {
  return rightGroups
    .map(group => ({
      group,
      actions: actions.filter(action => findRightGroup(action) === group && matches(action)),
    }))
    .filter(({ actions: grouped }) => grouped.length > 0)
}

/**
 * Scope of a right in the role matrix. `office`: the club or country of the office. `everyone`: every user has the
 * right.
 */
export type RightScope = ActorScope['over'] | 'office' | 'everyone'

export const getRoleRight = (role: Role, action: Action): RightScope =>
  isActionAllowedForEveryRole(action) ? 'everyone' : getPermissionScopeOfRole(role, action)

export const getOfficeRight = (office: AppointedOffice, action: Action): RightScope =>
  getScopesAndActionsOfOffice(office).actions.some(granted => granted === action) ? 'office' : 'nobody'

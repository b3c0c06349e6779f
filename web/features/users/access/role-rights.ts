import type { AppointedOffice, Role } from '#shared/constants.ts'
import {
  type Action,
  type ActorScope,
  actions,
  getOfficePolicy,
  getScopeOfRole,
  isForEveryone,
} from '#shared/policies.ts'

/** Headings of the role matrix, in their order. `everyone` holds the rights of all roles. */
const rightGroups = ['members', 'applications', 'roles', 'clubs', 'activities', 'data', 'everyone'] as const
export type RightGroup = (typeof rightGroups)[number]

/** Part of an action's name before the dot. */
type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : never

/** Group of the actions of each area. The compiler asks for the group of a new area. */
const groupsByArea: Record<AreaOf<Action>, RightGroup> = {
  users: 'members',
  people: 'members',
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
  dashboard: 'data',
  account: 'data',
  analytics: 'data',
  audit: 'data',
  data: 'data',
  outbox: 'data',
}

/** Actions on users that belong to another group than the rest of their area. */
const groupsByAction: Partial<Record<Action, RightGroup>> = {
  'users.pending': 'applications',
  'users.approve': 'applications',
  'users.reject': 'applications',
  'users.changeRole': 'roles',
}

function findGroup(action: Action): RightGroup {
  if (isForEveryone(action)) return 'everyone'
  return groupsByAction[action] ?? groupsByArea[action.split('.')[0] as AreaOf<Action>]
}

export interface GroupedRights {
  group: RightGroup
  actions: Action[]
}

/** Groups the actions of the policy table that match, and leaves out empty groups. */
export function groupRights(matches: (action: Action) => boolean): GroupedRights[] {
  return rightGroups
    .map(group => ({
      group,
      actions: actions.filter(action => findGroup(action) === group && matches(action)),
    }))
    .filter(({ actions: grouped }) => grouped.length > 0)
}

/** Scope of a right in the matrix. `office`: where the office is held; `everyone`: the right has no scope by role. */
export type RightScope = ActorScope['over'] | 'office' | 'everyone'

export const getRoleRight = (role: Role, action: Action): RightScope =>
  isForEveryone(action) ? 'everyone' : getScopeOfRole(role, action)

export const getOfficeRight = (office: AppointedOffice, action: Action): RightScope =>
  getOfficePolicy(office).actions.some(granted => granted === action) ? 'office' : 'nobody'

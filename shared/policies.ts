import {
  type GroupRole,
  type GroupType,
  offices,
  type Role,
  roles,
  type UserStatus,
} from '#shared/constants.ts'

/** The user who takes an action, with the fields that permissions depend on. */
export interface Actor {
  id: number
  role: Role
  status: UserStatus
  currentCountry: string | null
  clubId: number | null
}

/** Scope of an actor: the people, clubs and activities that the role covers. Lists translate it into SQL. */
export type ActorScope =
  | { over: 'all' }
  | { over: 'country'; country: string }
  | { over: 'club'; clubId: number }
  | { over: 'self'; id: number }
  | { over: 'nobody' }

const everyone: readonly Role[] = roles
const headquarters: readonly Role[] = ['system_admin', 'hq_admin']
const approvers: readonly Role[] = ['system_admin', 'hq_admin', 'country_admin']
const administrators: readonly Role[] = roles.filter(role => role !== 'member')
const clubRunners: readonly Role[] = ['system_admin', 'hq_admin', 'country_admin', 'club_admin_ln']
const systemOnly: readonly Role[] = ['system_admin']

interface Policy {
  roles: readonly Role[]
  isOverPerson?: true
  isOverLower?: true
}

/**
 * All actions and the roles that may take them.
 * `isOverPerson`: the action decides about a user; not allowed on oneself or on a user of higher rank.
 * `isOverLower`: not allowed on a user of the same rank either, except among system administrators.
 */
const policies = {
  'dashboard.view': { roles: everyone },
  'users.list': { roles: administrators },
  'users.recent': { roles: everyone },
  'users.export': { roles: administrators },
  'users.view': { roles: administrators },
  'users.pending': { roles: approvers },
  'users.approve': { roles: approvers, isOverPerson: true },
  'users.reject': { roles: approvers, isOverPerson: true },
  'users.deactivate': { roles: approvers, isOverPerson: true },
  'users.reactivate': { roles: approvers, isOverPerson: true },
  'users.place': { roles: approvers, isOverPerson: true },
  'users.unmask': { roles: approvers, isOverPerson: true },
  'users.changeRole': { roles: approvers, isOverPerson: true },
  'users.merge': { roles: approvers, isOverPerson: true },
  'users.resetTwoFactor': { roles: approvers, isOverPerson: true, isOverLower: true },
  'offices.list': { roles: administrators },
  'offices.handOver': { roles: offices },
  /** Member imports: `propose` uploads a file, `confirm` writes its rows. */
  'imports.propose': { roles: clubRunners },
  'imports.confirm': { roles: approvers },
  'users.invite': { roles: everyone },
  'people.search': { roles: everyone },
  'clubs.list': { roles: everyone },
  'clubs.manage': { roles: headquarters },
  'cards.own': { roles: everyone },
  'cards.print': { roles: administrators },
  'activities.list': { roles: everyone },
  'activities.manage': { roles: administrators },
  'activities.join': { roles: everyone },
  /** Helping at activities is for organizers and named helpers of any role. SQL decides which activities. */
  'activities.help': { roles: everyone },
  'groups.use': { roles: everyone },
  'groups.encrypt': { roles: clubRunners },
  'reports.make': { roles: everyone },
  /** Administrators of custom groups decide reports, whatever their role. SQL decides which reports they see. */
  'reports.decide': { roles: everyone },
  'announcements.read': { roles: everyone },
  'announcements.manage': { roles: administrators },
  /** Urgent announcements are delivered even to users who turned off announcements. */
  'announcements.urgent': { roles: headquarters },
  'rollCalls.ask': { roles: approvers },
  'rollCalls.answer': { roles: everyone },
  'notifications.use': { roles: everyone },
  'files.use': { roles: everyone },
  'account.manage': { roles: everyone },
  'analytics.members': { roles: headquarters },
  'analytics.communication': { roles: systemOnly },
  'audit.read': { roles: approvers },
  /** Register of stored personal data, its purpose and retention, for those accountable for it. */
  'data.register': { roles: headquarters },
  'outbox.read': { roles: systemOnly },
} as const satisfies Record<string, Policy>

export type Action = keyof typeof policies
/** Access to an API call: anybody, any account of any status, or roles that may take the action. */
export type Access = 'public' | 'signed-in' | Action
export const actions = Object.keys(policies) as Action[]

/** Record that a permission check is about. Callers set only the parts that the action concerns. */
export interface Target {
  user?: { id: number; role: Role; currentCountry: string | null; clubId: number | null }
  newRole?: Role
  /** Club of the activity or of the members concerned; null for no club, which only headquarters may manage. */
  club?: { id: number; country: string } | null
  /** Country and club of the people concerned, for example in an import or an invitation. */
  place?: { country: string | null; clubId: number | null }
}

function policyOf(action: Action): Policy {
  return policies[action]
}

/** Rank of a role; 0 is the highest. */
function rank(role: Role): number {
  return roles.indexOf(role)
}

/** Whether a role has a higher rank than another role. */
export function isHigherRole(role: Role, other: Role): boolean {
  return rank(role) < rank(other)
}

/** Whether the actor approves applications for membership. Club roles see approved members only. */
export function isApprover(actor: Actor): boolean {
  return approvers.includes(actor.role)
}

export function getActorScope(actor: Actor): ActorScope {
  if (headquarters.includes(actor.role)) return { over: 'all' }
  if (actor.role === 'member') return { over: 'self', id: actor.id }
  if (actor.role === 'country_admin') {
    return actor.currentCountry ? { over: 'country', country: actor.currentCountry } : { over: 'nobody' }
  }
  return actor.clubId ? { over: 'club', clubId: actor.clubId } : { over: 'nobody' }
}

function reachesUser(actor: Actor, user: NonNullable<Target['user']>): boolean {
  const reach = getActorScope(actor)
  if (reach.over === 'all') return true
  if (reach.over === 'country') return user.currentCountry === reach.country
  if (reach.over === 'club') return user.clubId === reach.clubId
  return reach.over === 'self' && user.id === reach.id
}

function reachesClub(actor: Actor, club: NonNullable<Target['club']>): boolean {
  const reach = getActorScope(actor)
  if (reach.over === 'all') return true
  if (reach.over === 'country') return club.country === reach.country
  return reach.over === 'club' && club.id === reach.clubId
}

function mayTouchUser(actor: Actor, action: Action, target: Target): boolean {
  const { user, newRole } = target
  if (!user) return true
  if (!reachesUser(actor, user)) return false
  if (!policyOf(action).isOverPerson) return true
  if (user.id === actor.id || rank(user.role) < rank(actor.role)) return false
  if (policyOf(action).isOverLower && user.role === actor.role && actor.role !== 'system_admin') return false
  return newRole === undefined || rank(newRole) >= rank(actor.role)
}

function mayTouchClub(actor: Actor, target: Target): boolean {
  if (target.club === undefined) return true
  if (target.club === null) return headquarters.includes(actor.role)
  return reachesClub(actor, target.club)
}

/** Whether people of this country and club are in the actor's scope. The scope of plain members is their own club. */
function mayTouchPlace(actor: Actor, { place }: Target): boolean {
  if (place === undefined) return true
  const reach = getActorScope(actor)
  if (reach.over === 'all') return true
  if (reach.over === 'country') return place.country === reach.country
  return actor.clubId !== null && place.clubId === actor.clubId
}

/** Whether a user is invited to an activity: its club and that club's country, or everybody without a club. */
export function isInActivityAudience(
  { clubId, currentCountry }: Pick<Actor, 'clubId' | 'currentCountry'>,
  club: NonNullable<Target['club']> | null,
): boolean {
  return club === null || clubId === club.id || currentCountry === club.country
}

/** A chat group and the role of the actor in it. */
interface GroupMembership {
  type: GroupType
  direct: boolean
  role: GroupRole
  clubId: number | null
  country: string | null
}

/** Whether the actor may manage a chat group: its owner or admins, or the administrators of its club or country. */
export function canManageGroup(
  actor: Actor,
  { type, direct, role, clubId, country }: GroupMembership,
): boolean {
  if (actor.status !== 'active' || direct) return false
  if (type === 'custom') return role !== 'member'
  const reach = getActorScope(actor)
  if (reach.over === 'all') return true
  if (reach.over === 'country') return type !== 'global' && country === reach.country
  return (
    type === 'club' && reach.over === 'club' && clubId === reach.clubId && clubRunners.includes(actor.role)
  )
}

/**
 * Decides whether an actor may take an action; the only permission check.
 * Without a target: whether the role may ever take the action, for route guards, sidebar and buttons.
 * With a target: whether the actor may take the action on this record.
 */
export function can(actor: Actor, action: Action, target: Target = {}): boolean {
  if (actor.status !== 'active' || !policyOf(action).roles.includes(actor.role)) return false
  return mayTouchUser(actor, action, target) && mayTouchClub(actor, target) && mayTouchPlace(actor, target)
}

/** Whether users may edit their own name, identity card number, country and club: only as applicants. */
export function canEditOwnIdentity({ role, status }: Pick<Actor, 'role' | 'status'>): boolean {
  return role === 'member' && (status === 'pending' || status === 'rejected')
}

/** Whether the deadline for a required second factor has passed, so that only account settings are open. */
export function isSecondFactorOverdue({ mustSecure }: { mustSecure?: boolean }): boolean {
  return mustSecure === true
}

/** Lists the roles that may ever take an action. */
export function listRolesForAction(action: Action): Role[] {
  return [...policyOf(action).roles]
}

/** Lists the actions of a role in the order of the permission table, and marks those that every role has. */
export function listActionsOfRole(role: Role): { action: Action; isForEveryone: boolean }[] {
  return actions
    .filter(action => policyOf(action).roles.includes(role))
    .map(action => ({ action, isForEveryone: policyOf(action).roles === everyone }))
}

/** Lists the roles that the actor may assign to other users. */
export function listAssignableRoles(actor: Actor): Role[] {
  return can(actor, 'users.changeRole') ? roles.filter(role => rank(role) >= rank(actor.role)) : []
}

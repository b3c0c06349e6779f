import {
  type AppointedOffice,
  appointedOffices,
  type GroupRole,
  type GroupType,
  type OfficeScope,
  officeScopes,
  offices,
  type Role,
  roles,
  type UserStatus,
} from '#shared/constants.ts'
import type { Country } from '#shared/countries/countries.ts'

/** User who takes an action, with the fields that permissions depend on. */
export interface Actor {
  id: number
  role: Role
  status: UserStatus
  currentCountry: string | null
  clubId: number | null
  /** Appointed offices of the user whose term is running; absent if there are none. */
  offices?: readonly HeldOffice[]
}

/**
 * Appointed office of a user. Its scope is always the user's own club or country, or headquarters:
 * the database ends the office when the user leaves that club or country.
 */
export interface HeldOffice {
  office: AppointedOffice
  over: OfficeScope
}

/**
 * Scope of an actor: the people, clubs and activities that the actor's role or office covers. List queries translate
 * the scope to SQL.
 */
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
  isOverSelf?: true
  isOverOthers?: true
}

/**
 * All actions and the roles that may take them.
 * `isOverPerson`: the action decides about a user; not allowed on oneself or on a user of higher rank.
 * `isOverLower`: also not allowed on a user of the same rank, except among system administrators.
 * `isOverSelf`: the action concerns only the actor's own record, whatever the scope of the role.
 * `isOverOthers`: not allowed on oneself, but on users of any rank.
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
  /**
   * Permission to define tags of the own club, country or headquarters, and to give them to members in the actor's
   * scope.
   */
  'users.tag': { roles: administrators, isOverPerson: true },
  'users.unmask': { roles: approvers, isOverPerson: true },
  'users.changeRole': { roles: approvers, isOverPerson: true },
  'users.merge': { roles: approvers, isOverPerson: true },
  'users.resetTwoFactor': { roles: approvers, isOverPerson: true, isOverLower: true },
  'offices.list': { roles: administrators },
  'offices.handOver': { roles: offices, isOverSelf: true },
  /**
   * Permission to give and end appointed offices. `canAppointUserToOffice` and `canEndOfficeHeldByUser` decide about a single
   * office.
   */
  'offices.give': { roles: clubRunners, isOverPerson: true },
  /** Permissions for member imports: `propose` uploads a file, `confirm` writes its rows. */
  'imports.propose': { roles: clubRunners },
  'imports.confirm': { roles: approvers },
  'users.invite': { roles: everyone },
  'people.search': { roles: everyone },
  'clubs.list': { roles: everyone },
  'clubs.manage': { roles: headquarters },
  /** Permission to open and close countries for registration and new clubs. */
  'countries.manage': { roles: headquarters },
  /** Permission to define custom fields, and to read their values for members in the scope of the role. */
  'fields.manage': { roles: administrators },
  'fields.fill': { roles: administrators, isOverPerson: true },
  'cards.own': { roles: everyone },
  'cards.print': { roles: administrators },
  'activities.list': { roles: everyone },
  'activities.manage': { roles: administrators },
  'activities.join': { roles: everyone },
  /**
   * Permission to help at activities, for organizers and helpers of any role. SQL conditions of the services decide for
   * which activities.
   */
  'activities.help': { roles: everyone },
  'groups.use': { roles: everyone },
  'groups.encrypt': { roles: clubRunners },
  'reports.make': { roles: everyone },
  /**
   * Permission to decide about reported messages, also for managers of custom groups. SQL conditions of the services
   * decide about which ones.
   */
  'reports.decide': { roles: everyone },
  'announcements.read': { roles: everyone },
  'announcements.manage': { roles: administrators },
  /** Urgent announcements are delivered even to users who turned off announcements. */
  'announcements.urgent': { roles: headquarters },
  /**
   * Permissions for elections and motions. `manage`: organise those within the actor's scope. `vote`: take part as
   * voter, trustee or candidate.
   */
  'elections.manage': { roles: clubRunners },
  'elections.vote': { roles: everyone },
  'rollCalls.ask': { roles: approvers },
  'rollCalls.answer': { roles: everyone },
  /** Permission of users to see their own fees and receipts. */
  'fees.own': { roles: everyone },
  'fees.view': { roles: administrators },
  /** Permission to manage fee plans, payments, waivers and reversals. It never covers the user's own fee account. */
  'fees.manage': { roles: clubRunners, isOverOthers: true },
  /** Permission to decide whether overdue fees invalidate the membership card or exclude members from votes. */
  'fees.rules': { roles: headquarters },
  'notifications.use': { roles: everyone },
  'files.use': { roles: everyone },
  'account.manage': { roles: everyone },
  /**
   * Permission to save conditions on members as segments (saved filters), and to use segments in lists, exports and
   * announcements.
   */
  'segments.use': { roles: administrators },
  'analytics.members': { roles: headquarters },
  'analytics.communication': { roles: systemOnly },
  'audit.read': { roles: approvers },
  /** Permission to read the register of stored personal data, for users who are responsible for these data. */
  'data.register': { roles: headquarters },
  'outbox.read': { roles: systemOnly },
} as const satisfies Record<string, Policy>

export type Action = keyof typeof policies
/** Who may make an API call: everybody, all accounts, accounts of a status, or users whose role permits an action. */
export type Access = 'public' | 'signed-in' | Action
export const actions = Object.keys(policies) as Action[]

/**
 * Actions that an office may grant. The services of these actions limit records to `getPermissionScopeOfActor(actor, action)`.
 * An action whose services read only the scope of the role must not be added.
 */
type GrantableAction = Extract<
  Action,
  'users.list' | 'users.view' | 'activities.manage' | 'elections.manage' | 'fees.view' | 'fees.manage'
>

interface OfficePolicy {
  /** Scopes (club, country, headquarters) in which an office can be held. */
  scopes: readonly OfficeScope[]
  /**
   * Actions that the holder may take within the scope of the office, in addition to the actions of the holder's role.
   */
  actions: readonly GrantableAction[]
}

/** Offices by appointment, with the rights that each of them grants. */
const officePolicies: Record<AppointedOffice, OfficePolicy> = {
  treasurer: { scopes: officeScopes, actions: ['users.list', 'users.view', 'fees.view', 'fees.manage'] },
  returning_officer: { scopes: officeScopes, actions: ['users.list', 'elections.manage'] },
  event_lead: { scopes: officeScopes, actions: ['activities.manage'] },
}

/** User whom an action affects, with the properties that permission checks need. */
export interface TargetUser {
  id: number
  role: Role
  currentCountry: string | null
  clubId: number | null
}

/** Record on which the actor wants to act. Callers set only the properties that matter for the action. */
export interface Target {
  user?: TargetUser
  newRole?: Role
  /**
   * Club of the activity or members that an action concerns. Null stands for no club, whose records only headquarters
   * may manage.
   */
  club?: { id: number; country: string } | null
  /** Country and club of the people whom an action affects, for example in an import or an invitation. */
  place?: { country: string | null; clubId: number | null }
}

function getPolicyOfAction(action: Action): Policy {
  return policies[action]
}

/** Returns the rank of a role; 0 is the highest rank. */
function getRankOfRole(role: Role): number {
  return roles.indexOf(role)
}

/** Whether the first role has a higher rank than the second. */
export function isRoleHigherThan(role: Role, other: Role): boolean {
  return getRankOfRole(role) < getRankOfRole(other)
}

/**
 * Whether the actor's role may approve applications for membership. Club roles may not, and see approved members only.
 */
export function canApproveApplications(actor: Actor): boolean {
  return approvers.includes(actor.role)
}

/**
 * Whether the actor's role may approve applications from the country and club of this user. An office alone never
 * permits it.
 */
export function canApproveApplicationOfUser(actor: Actor, user: TargetUser): boolean {
  return canApproveApplications(actor) && isUserInScope(getRoleScope(actor), user)
}

function getRoleScope(actor: Actor): ActorScope {
  if (headquarters.includes(actor.role)) return { over: 'all' }
  if (actor.role === 'member') return { over: 'self', id: actor.id }
  return resolveOwnScope(actor, actor.role === 'country_admin' ? 'country' : 'club')
}

/**
 * Scope of the actor's own club or country, or of headquarters. The scope is empty when the actor has no such club or
 * country.
 */
function resolveOwnScope({ currentCountry, clubId }: Actor, over: OfficeScope): ActorScope {
  if (over === 'all') return { over }
  if (over === 'country') return currentCountry ? { over, country: currentCountry } : { over: 'nobody' }
  return clubId ? { over, clubId } : { over: 'nobody' }
}

const scopesByWidth: readonly ActorScope['over'][] = ['nobody', 'self', ...officeScopes]
const compareScopeWidth = (scope: Pick<ActorScope, 'over'>, other: Pick<ActorScope, 'over'>) =>
  scopesByWidth.indexOf(scope.over) - scopesByWidth.indexOf(other.over)

/**
 * Lists the scopes in which the actor may take the action: the scope of the role, and the scope of each office that
 * grants the action.
 */
function listGrantedScopes(actor: Actor, action: Action): ActorScope[] {
  const byOffice = (actor.offices ?? [])
    .filter(({ office }) => officePolicies[office].actions.some(granted => granted === action))
    .map(({ over }) => resolveOwnScope(actor, over))
  if (!getPolicyOfAction(action).roles.includes(actor.role)) return byOffice
  return [
    getPolicyOfAction(action).isOverSelf ? { over: 'self', id: actor.id } : getRoleScope(actor),
    ...byOffice,
  ]
}

/**
 * Scope in which the actor may take an action, by role and offices; without an action, the scope of the role.
 * Role and offices refer to the actor's own club and country, so the widest of their scopes contains the others.
 */
export function getPermissionScopeOfActor(actor: Actor, action?: Action): ActorScope {
  if (!action) return getRoleScope(actor)
  const none: ActorScope = { over: 'nobody' }
  return listGrantedScopes(actor, action).reduce(
    (widest, scope) => (compareScopeWidth(scope, widest) > 0 ? scope : widest),
    none,
  )
}

/**
 * Returns the club or country for which the actor may take an action and whose tags and segments (saved member filters)
 * the actor defines. Both are null for headquarters. Undefined when there is none.
 */
export function findManagedClubOrCountry(
  actor: Actor,
  action: Action,
): { country: Country | null; clubId: number | null } | undefined {
  const scope = getPermissionScopeOfActor(actor, action)
  if (scope.over === 'all') return { country: null, clubId: null }
  if (scope.over === 'country') return { country: scope.country as Country, clubId: null }
  return scope.over === 'club' ? { country: null, clubId: scope.clubId } : undefined
}

/** Whether an office lets the user take this action for more people (a wider scope) than the user's role alone. */
export function doesOfficeExtendActionToMoreUsers(actor: Actor, action: Action): boolean {
  return compareScopeWidth(getPermissionScopeOfActor(actor, action), getRoleScope(actor)) > 0
}

function isUserInScope(scope: ActorScope, user: TargetUser): boolean {
  if (scope.over === 'all') return true
  if (scope.over === 'country') return user.currentCountry === scope.country
  if (scope.over === 'club') return user.clubId === scope.clubId
  return scope.over === 'self' && user.id === scope.id
}

function isClubInScope(scope: ActorScope, club: Target['club']): boolean {
  if (club === undefined || scope.over === 'all') return true
  if (club === null) return false
  if (scope.over === 'country') return club.country === scope.country
  return scope.over === 'club' && club.id === scope.clubId
}

/** Whether people of a country and club are in the actor's scope: for plain members, their own club only. */
function isPlaceInScope(actor: Actor, scope: ActorScope, place: Target['place']): boolean {
  if (place === undefined || scope.over === 'all') return true
  if (scope.over === 'country') return place.country === scope.country
  return actor.clubId !== null && place.clubId === actor.clubId
}

/**
 * Checks the rank of the user concerned and of the user's new role. The rank matters only for actions that decide about
 * a user.
 */
function isTargetRankAllowed(actor: Actor, action: Action, { user, newRole }: Target): boolean {
  if (user && getPolicyOfAction(action).isOverOthers && user.id === actor.id) return false
  if (!user || !getPolicyOfAction(action).isOverPerson) return true
  if (user.id === actor.id || getRankOfRole(user.role) < getRankOfRole(actor.role)) return false
  if (getPolicyOfAction(action).isOverLower && user.role === actor.role && actor.role !== 'system_admin')
    return false
  return newRole === undefined || getRankOfRole(newRole) >= getRankOfRole(actor.role)
}

/**
 * Whether a user belongs to the audience of an activity: its club and that club's country, or everybody when the
 * activity has no club.
 */
export function isInActivityAudience(
  { clubId, currentCountry }: Pick<Actor, 'clubId' | 'currentCountry'>,
  club: NonNullable<Target['club']> | null,
): boolean {
  return club === null || clubId === club.id || currentCountry === club.country
}

/** Chat group, with the role that the acting user has in the group. */
interface GroupMembership {
  type: GroupType
  direct: boolean
  role: GroupRole
  clubId: number | null
  country: string | null
}

/**
 * Whether the actor may manage a chat group, as its owner or administrator, or as administrator of its club or country.
 */
export function canManageChatGroup(
  actor: Actor,
  { type, direct, role, clubId, country }: GroupMembership,
): boolean {
  if (actor.status !== 'active' || direct) return false
  if (type === 'custom') return role !== 'member'
  const reach = getPermissionScopeOfActor(actor)
  if (reach.over === 'all') return true
  if (reach.over === 'country') return type !== 'global' && country === reach.country
  return (
    type === 'club' && reach.over === 'club' && clubId === reach.clubId && clubRunners.includes(actor.role)
  )
}

/**
 * Decides whether an actor may take an action, by role and offices; the only permission check.
 * Without a target: whether the actor may ever take the action, for route guards, sidebar and buttons.
 * With a target: whether the actor may take the action on this record.
 */
export function can(actor: Actor, action: Action, target: Target = {}): boolean {
  if (actor.status !== 'active' || listGrantedScopes(actor, action).length === 0) return false
  const scope = getPermissionScopeOfActor(actor, action)
  return (
    (!target.user || isUserInScope(scope, target.user)) &&
    isClubInScope(scope, target.club) &&
    isPlaceInScope(actor, scope, target.place) &&
    isTargetRankAllowed(actor, action, target)
  )
}

/** Whether the user's scope for an action is at least as wide as the scope (club, country, all) of an office. */
function coversScope(actor: Actor, action: Action, over: OfficeScope): boolean {
  return compareScopeWidth(getPermissionScopeOfActor(actor, action), { over }) >= 0
}

/** Whether the actor may end an office of the user. The actor must manage the scope in which the office is held. */
export function canEndOfficeHeldByUser(actor: Actor, over: OfficeScope, user: TargetUser): boolean {
  return can(actor, 'offices.give', { user }) && coversScope(actor, 'offices.give', over)
}

/**
 * Whether the actor may give the office to the user: the actor must manage the office's scope and have all rights that
 * the office grants there. Nobody can therefore give more rights than they have.
 */
export function canAppointUserToOffice(
  actor: Actor,
  { office, over }: HeldOffice,
  user: TargetUser,
): boolean {
  const { scopes, actions: granted } = officePolicies[office]
  return (
    scopes.includes(over) &&
    canEndOfficeHeldByUser(actor, over, user) &&
    granted.every(action => coversScope(actor, action, over))
  )
}

/** Lists the offices that the actor may give to the user, with the scope of each office. */
export function listOfficesActorMayAppointUserTo(actor: Actor, user: TargetUser): HeldOffice[] {
  return appointedOffices
    .flatMap(office => officeScopes.map(over => ({ office, over })))
    .filter(held => canAppointUserToOffice(actor, held, user) && hasOwnScope(user, held.over))
}

/** Whether the user has the club or country that the scope of the office requires; always true for `all`. */
function hasOwnScope(user: TargetUser, over: OfficeScope): boolean {
  return over === 'all' || (over === 'club' ? user.clubId : user.currentCountry) !== null
}

/** Returns the scopes in which an office can be held, and the actions that the office grants. */
export function getScopesAndActionsOfOffice(office: AppointedOffice): OfficePolicy {
  return officePolicies[office]
}

/** Whether users may edit their own name, identity card number, country and club. Only applicants may. */
export function canEditOwnIdentityFields({ role, status }: Pick<Actor, 'role' | 'status'>): boolean {
  return role === 'member' && (status === 'pending' || status === 'rejected')
}

/**
 * Whether the deadline for setting up a required second factor has passed, so that only the account settings are
 * accessible.
 */
export function isSecondFactorSetupOverdue({ mustSecure }: { mustSecure?: boolean }): boolean {
  return mustSecure === true
}

/** Lists the roles that may take an action on at least some records. */
export function listRolesAllowedToTakeAction(action: Action): Role[] {
  return [...getPolicyOfAction(action).roles]
}

/** Whether every role may take the action, even the role of an ordinary member. */
export function isActionAllowedForEveryRole(action: Action): boolean {
  return getPolicyOfAction(action).roles.length === roles.length
}

/**
 * Scope in which an active user of the role may take an action without an office; `nobody` if the role may not take it.
 */
export function getPermissionScopeOfRole(role: Role, action?: Action): ActorScope['over'] {
  const holder: Actor = { id: 1, role, status: 'active', currentCountry: 'Malaysia', clubId: 1 }
  return getPermissionScopeOfActor(holder, action).over
}

/**
 * Highest rank of the users on whom the action may be taken: the actor's own rank (`same`) or one below it (`lower`).
 * Undefined for no limit.
 */
export function getHighestUserRankAllowedAsActionTarget(action: Action): 'same' | 'lower' | undefined {
  const { isOverPerson, isOverLower } = getPolicyOfAction(action)
  return isOverLower ? 'lower' : isOverPerson ? 'same' : undefined
}

/** Lists the roles that the acting user may assign to other users. */
export function listAssignableRoles(actor: Actor): Role[] {
  return can(actor, 'users.changeRole')
    ? roles.filter(role => getRankOfRole(role) >= getRankOfRole(actor.role))
    : []
}

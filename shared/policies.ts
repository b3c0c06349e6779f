import {
  type GroupRole,
  type GroupType,
  offices,
  type Role,
  roles,
  type UserStatus,
} from '#shared/constants.ts'

/** Who acts, as far as permission is concerned. */
export interface Actor {
  id: number
  role: Role
  status: UserStatus
  currentCountry: string | null
  clubId: number | null
}

/** The people, clubs and activities an actor's role stretches to; lists turn it into SQL. */
export type Reach =
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
 * Every action and the roles that may ever take it. `isOverPerson`: it decides about somebody, so nobody takes it over
 * themselves or over somebody of higher rank. `isOverLower`: nor over somebody of the same rank, but at the very top,
 * where nobody else could.
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
  /** A list of people from a file: who may bring one, and whose word makes it true. */
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
  /** Whoever organises it, or was named to help with it, whatever their role; which ones are whose is in SQL. */
  'activities.help': { roles: everyone },
  'groups.use': { roles: everyone },
  'groups.encrypt': { roles: clubRunners },
  'reports.make': { roles: everyone },
  /** Whoever runs a group that people made decides there, whatever their role; which reports are whose is in SQL. */
  'reports.decide': { roles: everyone },
  'announcements.read': { roles: everyone },
  'announcements.manage': { roles: administrators },
  /** What reaches people whatever they have switched off. */
  'announcements.urgent': { roles: headquarters },
  'rollCalls.ask': { roles: approvers },
  'rollCalls.answer': { roles: everyone },
  'notifications.use': { roles: everyone },
  'files.use': { roles: everyone },
  'account.manage': { roles: everyone },
  'analytics.members': { roles: headquarters },
  'analytics.communication': { roles: systemOnly },
  'audit.read': { roles: approvers },
  /** What is kept of people, why and how long: for whoever answers for it. */
  'data.register': { roles: headquarters },
  'outbox.read': { roles: systemOnly },
} as const satisfies Record<string, Policy>

export type Action = keyof typeof policies
/** Who may call something: anybody; any account, whatever its status; or whoever may ever take this action. */
export type Access = 'public' | 'signed-in' | Action
export const actions = Object.keys(policies) as Action[]

/** What an action is about to touch; give the part that the action concerns. */
export interface Target {
  user?: { id: number; role: Role; currentCountry: string | null; clubId: number | null }
  newRole?: Role
  /** The club that it concerns: an activity's, or whose members; null: no club, which is headquarters' business. */
  club?: { id: number; country: string } | null
  /** Where the people belong whom it concerns, such as those of a list or of an invitation. */
  place?: { country: string | null; clubId: number | null }
}

function policyOf(action: Action): Policy {
  return policies[action]
}

/** 0 is the highest. */
function rank(role: Role): number {
  return roles.indexOf(role)
}

/** Whether one role stands above another. */
export function outranks(role: Role, other: Role): boolean {
  return rank(role) < rank(other)
}

/** Whose records an approver decides over; club roles only ever see people who are in. */
export function isApprover(actor: Actor): boolean {
  return approvers.includes(actor.role)
}

export function reachOf(actor: Actor): Reach {
  if (headquarters.includes(actor.role)) return { over: 'all' }
  if (actor.role === 'member') return { over: 'self', id: actor.id }
  if (actor.role === 'country_admin') {
    return actor.currentCountry ? { over: 'country', country: actor.currentCountry } : { over: 'nobody' }
  }
  return actor.clubId ? { over: 'club', clubId: actor.clubId } : { over: 'nobody' }
}

function reachesUser(actor: Actor, user: NonNullable<Target['user']>): boolean {
  const reach = reachOf(actor)
  if (reach.over === 'all') return true
  if (reach.over === 'country') return user.currentCountry === reach.country
  if (reach.over === 'club') return user.clubId === reach.clubId
  return reach.over === 'self' && user.id === reach.id
}

function reachesClub(actor: Actor, club: NonNullable<Target['club']>): boolean {
  const reach = reachOf(actor)
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

/** Everybody there is within reach; of their own club whoever may at all, without a role. */
function mayTouchPlace(actor: Actor, { place }: Target): boolean {
  if (place === undefined) return true
  const reach = reachOf(actor)
  if (reach.over === 'all') return true
  if (reach.over === 'country') return place.country === reach.country
  return actor.clubId !== null && place.clubId === actor.clubId
}

/** Whether an activity is held for this person: a club's for its members and its country, one without a club for all. */
export function isInAudience(
  { clubId, currentCountry }: Pick<Actor, 'clubId' | 'currentCountry'>,
  club: NonNullable<Target['club']> | null,
): boolean {
  return club === null || clubId === club.id || currentCountry === club.country
}

/** What one is in a group, and whose it is. */
interface GroupOf {
  type: GroupType
  direct: boolean
  role: GroupRole
  clubId: number | null
  country: string | null
}

/** One that people made by whom they gave it to, a club's by whoever runs the club, the others by their administrators. */
export function runsGroup(actor: Actor, { type, direct, role, clubId, country }: GroupOf): boolean {
  if (actor.status !== 'active' || direct) return false
  if (type === 'custom') return role !== 'member'
  const reach = reachOf(actor)
  if (reach.over === 'all') return true
  if (reach.over === 'country') return type !== 'global' && country === reach.country
  return (
    type === 'club' && reach.over === 'club' && clubId === reach.clubId && clubRunners.includes(actor.role)
  )
}

/**
 * The one answer to "may this person do this?". Without a target: whether the role ever may, which is
 * what routes, sidebar and buttons ask. With one: whether it may be done to this record.
 */
export function can(actor: Actor, action: Action, target: Target = {}): boolean {
  if (actor.status !== 'active' || !policyOf(action).roles.includes(actor.role)) return false
  return mayTouchUser(actor, action, target) && mayTouchClub(actor, target) && mayTouchPlace(actor, target)
}

/** An applicant may still correct name, number, country and club; later an administrator does, who reaches both ends. */
export function setsOwnIdentity({ role, status }: Pick<Actor, 'role' | 'status'>): boolean {
  return role === 'member' && (status === 'pending' || status === 'rejected')
}

/** Their role asks for a second factor, and the time to add one is over: until then only their own account is open. */
export function mustSecureFirst({ mustSecure }: { mustSecure?: boolean }): boolean {
  return mustSecure === true
}

/** Who may ever take an action. */
export function rolesOf(action: Action): Role[] {
  return [...policyOf(action).roles]
}

/** What a role may ever do, in the order of the table; what everybody may is told apart. */
export function actionsOf(role: Role): { action: Action; isForEveryone: boolean }[] {
  return actions
    .filter(action => policyOf(action).roles.includes(role))
    .map(action => ({ action, isForEveryone: policyOf(action).roles === everyone }))
}

/** The roles this person may give to others. */
export function assignableRoles(actor: Actor): Role[] {
  return can(actor, 'users.changeRole') ? roles.filter(role => rank(role) >= rank(actor.role)) : []
}

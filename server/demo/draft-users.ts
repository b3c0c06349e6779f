// Drafts the demo users: how many there are in each country and club, with which role, status and dates.
import type { Secret } from '#server/secret.ts'
import type { Role, UserStatus } from '#shared/constants.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getStartOfMonth } from '#shared/time/kuala-lumpur-calendar.ts'
import { demoAccounts } from './accounts.ts'
import type { DemoClub } from './clubs.ts'
import { type DemoPlace, places } from './places.ts'
import type { Random } from './seeded-random.ts'

/** Draft of a demo user: role, status, location and dates. Name and details are generated later. */
export interface UserDraft {
  email?: string
  fullName?: string
  icNumber?: string
  role: Role
  status: UserStatus
  country: Country
  club?: DemoClub
  createdAt: Date
  /** Time at which the demo user was approved; null for applicants who were never approved. */
  approvedAt: Date | null
  /** Time at which the demo user got the current status, if later than the approval. */
  changedAt?: Date
}

export interface DemoContext {
  random: Random
  now: Date
  clubs: DemoClub[]
  secret: Secret
  password: string
}

function findClubsInCountry(context: DemoContext, country: Country): DemoClub[] {
  return context.clubs.filter(club => club.country === country)
}

/** Picks the application date of a demo user: up to nine days before the approval and in the same month. */
function pickApplicationDate(random: Random, approvedAt: Date): Date {
  const earliest = new Date(
    Math.max(getStartOfMonth(approvedAt).getTime(), approvedAt.getTime() - 9 * 86_400_000),
  )
  return random.dateBetween(earliest, approvedAt)
}

function draftMember(context: DemoContext, place: DemoPlace, index: number, isNew: boolean): UserDraft {
  const { random, now } = context
  const thisMonth = getStartOfMonth(now)
  const approvedAt = isNew
    ? random.dateBetween(thisMonth, now)
    : random.dateBetween(getStartOfMonth(now, -24), thisMonth)
  const clubs = findClubsInCountry(context, place.country).filter(club => club.createdAt < approvedAt)
  const club = clubs[index % clubs.length]
  // The first demo members of each club become its administrator and its secretary.
  const round = Math.floor(index / clubs.length)
  const role: Role = round === 0 ? 'club_admin_ln' : round === 1 && !isNew ? 'club_secretary' : 'member'
  return {
    role: isNew ? 'member' : role,
    status: 'active',
    country: place.country,
    club,
    createdAt: pickApplicationDate(random, approvedAt),
    approvedAt,
  }
}

/** Drafts the nine accounts with which visitors sign in to the demo. Six are active and count as members. */
function draftDemoAccounts(context: DemoContext): UserDraft[] {
  const { random, now } = context
  const london = context.clubs[0]
  const yesterday = new Date(now.getTime() - 86_400_000)
  return demoAccounts.map(({ email, fullName, icNumber, role, status }, index) => {
    const decidedAt = new Date(
      getStartOfMonth(now, status === 'rejected' ? -2 : -20).getTime() + index * 86_400_000,
    )
    const isInClub = !['system_admin', 'hq_admin', 'country_admin'].includes(role)
    const isWaiting = status === 'pending'
    return {
      email,
      fullName,
      icNumber,
      role,
      status,
      country: 'United Kingdom' as const,
      club: isInClub ? london : undefined,
      createdAt: isWaiting ? random.dateBetween(yesterday, now) : pickApplicationDate(random, decidedAt),
      approvedAt: isWaiting || status === 'rejected' ? null : decidedAt,
      changedAt:
        status === 'inactive' || status === 'rejected'
          ? new Date(decidedAt.getTime() + 86_400_000)
          : undefined,
    }
  })
}

/**
 * Earliest application date of a demo user. Rejected applicants are erased after a year, so they applied at most five
 * months ago.
 */
function getEarliestApplication(status: 'pending' | 'rejected' | 'inactive', now: Date): Date {
  if (status === 'pending') return new Date(now.getTime() - 6 * 86_400_000)
  return getStartOfMonth(now, status === 'rejected' ? -5 : -18)
}

function draftNonMembers(
  context: DemoContext,
  status: 'pending' | 'rejected' | 'inactive',
  count: number,
): UserDraft[] {
  const { random, now } = context
  const established = places.filter(place => place.members > place.approvedThisMonth)
  return Array.from({ length: count }, () => {
    const place = random.pick(established)
    const since = getEarliestApplication(status, now)
    const createdAt = random.dateBetween(since, status === 'pending' ? now : getStartOfMonth(now, -3))
    const addDays = (days: number) => new Date(createdAt.getTime() + days * 86_400_000)
    return {
      role: 'member' as const,
      status,
      country: place.country,
      club: random.pick(findClubsInCountry(context, place.country)),
      createdAt,
      approvedAt: status === 'inactive' ? addDays(3) : null,
      changedAt: status === 'pending' ? undefined : addDays(status === 'inactive' ? 60 : 4),
    }
  })
}

export function generateDemoUserDrafts(context: DemoContext): UserDraft[] {
  const accounts = draftDemoAccounts(context)
  const members = places.flatMap(place => {
    const accountCount = accounts.filter(
      ({ status, country }) => status === 'active' && country === place.country,
    ).length
    const longStanding = Array.from(
      { length: place.members - place.approvedThisMonth - accountCount },
      (_, i) => draftMember(context, place, i, false),
    )
    const newMembers = Array.from({ length: place.approvedThisMonth }, (_, i) =>
      draftMember(context, place, i, true),
    )
    const leader = longStanding.find(({ role }) => role === 'member') ?? newMembers[0]
    // The demo already has an account for the country administrator of the United Kingdom, so none is added.
    if (leader && place.country !== 'United Kingdom') leader.role = 'country_admin'
    return [...longStanding, ...newMembers]
  })
  const others = [
    ...draftNonMembers(context, 'pending', 7),
    ...draftNonMembers(context, 'rejected', 13),
    ...draftNonMembers(context, 'inactive', 21),
  ]
  return [...accounts, ...members, ...others]
}

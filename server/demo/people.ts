// Generates the demo members with their history and membership numbers.
import type { users } from '#server/db/schema/core.ts'
import type { userHistory } from '#server/db/schema/history.ts'
import type { Secret } from '#server/secret.ts'
import { type Country, countryCodes, type Role, type UserStatus } from '#shared/constants.ts'
import { parseIcNumber } from '#shared/ic-number.ts'
import { getLocalYear, getStartOfMonth } from '#shared/time/calendar.ts'
import { demoAccounts } from './accounts.ts'
import type { DemoClub } from './clubs.ts'
import { buildEmailLocalPart, generatePersonName } from './names.ts'
import { type DemoPlace, places } from './places.ts'
import type { Random } from './seeded-random.ts'

export type DemoUser = typeof users.$inferInsert & {
  id: number
  createdAt: Date
  status: UserStatus
  role: Role
}
export type DemoHistory = typeof userHistory.$inferInsert

/** First draft of a demo user: role, status, location and dates, before name and details are generated. */
interface UserDraft {
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

export interface DemoWorld {
  random: Random
  now: Date
  clubs: DemoClub[]
  secret: Secret
  password: string
}

const courses = [
  'Kejuruteraan Mekanikal',
  'Kejuruteraan Elektrik',
  'Kejuruteraan Awam',
  'Sains Komputer',
  'Perubatan',
  'Farmasi',
  'Perakaunan',
  'Ekonomi',
  'Undang-undang',
  'Seni Bina',
  'Aktuari',
  'Bioteknologi',
  'Psikologi',
  'Pendidikan',
]
const states: [code: string, state: string][] = [
  ['01', 'Johor'],
  ['02', 'Kedah'],
  ['03', 'Kelantan'],
  ['04', 'Melaka'],
  ['05', 'Negeri Sembilan'],
  ['06', 'Pahang'],
  ['07', 'Pulau Pinang'],
  ['08', 'Perak'],
  ['09', 'Perlis'],
  ['10', 'Selangor'],
  ['11', 'Terengganu'],
  ['12', 'Sabah'],
  ['13', 'Sarawak'],
  ['14', 'W.P. Kuala Lumpur'],
]
const reasons = [
  'Maklumat pengajian tidak lengkap.',
  'Nombor kad pengenalan tidak dapat disahkan.',
  'Permohonan pendua.',
]

function findClubs(world: DemoWorld, country: Country): DemoClub[] {
  return world.clubs.filter(club => club.country === country)
}

/** Picks the application date of a demo user: up to nine days before the approval, in the same month. */
function pickApplicationDate(random: Random, approvedAt: Date): Date {
  const earliest = new Date(
    Math.max(getStartOfMonth(approvedAt).getTime(), approvedAt.getTime() - 9 * 86_400_000),
  )
  return random.dateBetween(earliest, approvedAt)
}

function draftMember(world: DemoWorld, place: DemoPlace, index: number, isNew: boolean): UserDraft {
  const { random, now } = world
  const thisMonth = getStartOfMonth(now)
  const approvedAt = isNew
    ? random.dateBetween(thisMonth, now)
    : random.dateBetween(getStartOfMonth(now, -24), thisMonth)
  const clubs = findClubs(world, place.country).filter(club => club.createdAt < approvedAt)
  const club = clubs[index % clubs.length]
  // The first demo members of a club are its administrator and secretary.
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

/** Drafts the nine accounts for signing in to the demo. The six active ones count as members of their country. */
function draftDemoAccounts(world: DemoWorld): UserDraft[] {
  const { random, now } = world
  const london = world.clubs[0]
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
 * Earliest application date of a demo user.
 * Rejected applicants are erased after a year, so theirs is at most five months ago.
 */
function getEarliestApplication(status: 'pending' | 'rejected' | 'inactive', now: Date): Date {
  if (status === 'pending') return new Date(now.getTime() - 6 * 86_400_000)
  return getStartOfMonth(now, status === 'rejected' ? -5 : -18)
}

function draftNonMembers(
  world: DemoWorld,
  status: 'pending' | 'rejected' | 'inactive',
  count: number,
): UserDraft[] {
  const { random, now } = world
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
      club: random.pick(findClubs(world, place.country)),
      createdAt,
      approvedAt: status === 'inactive' ? addDays(3) : null,
      changedAt: status === 'pending' ? undefined : addDays(status === 'inactive' ? 60 : 4),
    }
  })
}

function draftAllUsers(world: DemoWorld): UserDraft[] {
  const accounts = draftDemoAccounts(world)
  const members = places.flatMap(place => {
    const accountCount = accounts.filter(
      ({ status, country }) => status === 'active' && country === place.country,
    ).length
    const longStanding = Array.from(
      { length: place.members - place.approvedThisMonth - accountCount },
      (_, i) => draftMember(world, place, i, false),
    )
    const newMembers = Array.from({ length: place.approvedThisMonth }, (_, i) =>
      draftMember(world, place, i, true),
    )
    const leader = longStanding.find(({ role }) => role === 'member') ?? newMembers[0]
    // The country administrator of the United Kingdom is one of the demo accounts.
    if (leader && place.country !== 'United Kingdom') leader.role = 'country_admin'
    return [...longStanding, ...newMembers]
  })
  const others = [
    ...draftNonMembers(world, 'pending', 7),
    ...draftNonMembers(world, 'rejected', 13),
    ...draftNonMembers(world, 'inactive', 21),
  ]
  return [...accounts, ...members, ...others]
}

/** Assigns membership numbers to demo members: country, year and a sequence without gaps, in the order of approval. */
function assignMembershipNumbers(sketches: UserDraft[]): {
  numbers: Map<UserDraft, string>
  counters: Map<string, number>
} {
  const numbers = new Map<UserDraft, string>()
  const counters = new Map<string, number>()
  const approved = sketches.filter(sketch => sketch.approvedAt)
  for (const sketch of approved.sort((a, b) => Number(a.approvedAt) - Number(b.approvedAt))) {
    const series = `${countryCodes[sketch.country]}-${getLocalYear(sketch.approvedAt as Date)}`
    const next = (counters.get(series) ?? 0) + 1
    counters.set(series, next)
    numbers.set(sketch, `${series}-${String(next).padStart(4, '0')}`)
  }
  return { numbers, counters }
}

function generateIcNumber(random: Random, index: number, now: Date): string {
  const [stateCode] = random.pick(states)
  const year = getLocalYear(now) - random.integer(19, random.chance(0.25) ? 38 : 27)
  const twoDigits = (value: number) => String(value % 100).padStart(2, '0')
  // The running number at the end makes each demo identity number unique.
  return `${twoDigits(year)}${twoDigits(random.integer(1, 12))}${twoDigits(random.integer(1, 28))}-${stateCode}-${String(1000 + index).padStart(4, '0')}`
}

/** Demo users of headquarters have finished their studies; the others began studying before they applied. */
function generateStudies(random: Random, sketch: UserDraft) {
  if (['system_admin', 'hq_admin'].includes(sketch.role)) return {}
  const campus = places.find(place => place.country === sketch.country)?.campuses
  const share = random.next()
  const startYear = getLocalYear(sketch.createdAt) - random.integer(0, 2)
  return {
    institution: sketch.club?.university ?? random.pick(campus ?? [['', '']])[1],
    course: random.pick(courses),
    educationLevel:
      share < 0.62
        ? ('sarjana_muda' as const)
        : share < 0.83
          ? ('sarjana' as const)
          : share < 0.92
            ? ('doktor_falsafah' as const)
            : ('institut_teknikal' as const),
    startYear,
    endYear: startYear + random.integer(2, 4),
  }
}

function completeUser(
  world: DemoWorld,
  sketch: UserDraft,
  id: number,
  membershipNumber: string | undefined,
): DemoUser {
  const { random, now, secret } = world
  const fullName = sketch.fullName ?? generatePersonName(random)
  const slug = buildEmailLocalPart(fullName) || 'ahli'
  const icNumber = sketch.icNumber ?? generateIcNumber(random, id, now)
  const ic = parseIcNumber(icNumber, now)
  if (!ic) throw new Error(`${icNumber} is not an identity number`)
  const email = sketch.email ?? `${slug}${id}@contoh.test`
  return {
    ...generateStudies(random, sketch),
    id,
    email,
    fullName,
    role: sketch.role,
    status: sketch.status,
    password: world.password,
    username: sketch.email ? (sketch.email.split('@')[0] as string) : `${slug}${id}`,
    emailConfirmedAt: sketch.status === 'pending' && !sketch.email ? null : sketch.createdAt,
    icEncrypted: secret.encrypt(ic.digits, `users:${id}:ic`),
    icHash: secret.hash(ic.digits),
    birthYear: ic.birthYear,
    birthState: states.find(([code]) => code === ic.digits.slice(6, 8))?.[1],
    phone: `+60 1${random.integer(0, 9)}-${random.integer(200, 999)} ${random.integer(1000, 9999)}`,
    socialMedia: random.chance(0.3)
      ? [{ platform: 'Instagram', url: `https://instagram.com/${slug}${id}` }]
      : [],
    currentCountry: sketch.country,
    clubId: sketch.club?.id ?? null,
    membershipNumber: membershipNumber ?? null,
    approvedAt: sketch.approvedAt,
    approvedBy: sketch.approvedAt && id > 1 ? 1 : null,
    createdAt: sketch.createdAt,
    updatedAt: sketch.changedAt ?? sketch.approvedAt ?? sketch.createdAt,
  }
}

function generateHistory(random: Random, sketch: UserDraft, userId: number): DemoHistory[] {
  const location = { userId, currentCountry: sketch.country, clubId: sketch.club?.id ?? null }
  const rows: DemoHistory[] = [{ ...location, status: 'pending', createdAt: sketch.createdAt }]
  if (sketch.approvedAt)
    rows.push({ ...location, status: 'active', changedBy: 1, createdAt: sketch.approvedAt })
  if (sketch.changedAt) {
    const reason = sketch.status === 'rejected' ? random.pick(reasons) : null
    rows.push({ ...location, status: sketch.status, reason, changedBy: 1, createdAt: sketch.changedAt })
  }
  return rows
}

export function generatePeople(world: DemoWorld) {
  const sketches = draftAllUsers(world)
  const { numbers, counters } = assignMembershipNumbers([...sketches])
  const users = sketches.map((sketch, index) => completeUser(world, sketch, index + 1, numbers.get(sketch)))
  const history = sketches.flatMap((sketch, index) => generateHistory(world.random, sketch, index + 1))
  return { users, history, counters }
}

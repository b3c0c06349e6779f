// Generates the demo members with their details, history and membership numbers.
import type { users } from '#server/db/schema/core.ts'
import type { userHistory } from '#server/db/schema/history.ts'
import type { PersonKey } from '#shared/contracts/users/person-fields.ts'
import { getCountryCode } from '#shared/countries/country-codes.ts'
import { parseIdentityCardNumber } from '#shared/ic-number.ts'
import { getYearInKualaLumpur } from '#shared/time/kuala-lumpur-calendar.ts'
import { type DemoContext, generateDemoUserDrafts, type UserDraft } from './draft-users.ts'
import { buildEmailLocalPart, generatePersonName } from './names.ts'
import { places } from './places.ts'
import type { Random } from './seeded-random.ts'

type UserValues = typeof users.$inferInsert
/** Row of a demo user. Every person field must have a value; the identity number is stored encrypted. */
export type DemoUser = UserValues &
  Required<Pick<UserValues, Exclude<PersonKey, 'icNumber'> | 'id' | 'icEncrypted'>>
export type DemoHistory = typeof userHistory.$inferInsert

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

/** Assigns membership numbers to demo members: country, year and a sequence without gaps, in the order of approval. */
function assignMembershipNumbers(drafts: UserDraft[]): {
  numbers: Map<UserDraft, string>
  counters: Map<string, number>
} {
  const numbers = new Map<UserDraft, string>()
  const counters = new Map<string, number>()
  const approved = drafts.filter(draft => draft.approvedAt)
  for (const draft of approved.sort((a, b) => Number(a.approvedAt) - Number(b.approvedAt))) {
    const series = `${getCountryCode(draft.country)}-${getYearInKualaLumpur(draft.approvedAt as Date)}`
    const next = (counters.get(series) ?? 0) + 1
    counters.set(series, next)
    numbers.set(draft, `${series}-${String(next).padStart(4, '0')}`)
  }
  return { numbers, counters }
}

function generateIcNumber(random: Random, index: number, now: Date): string {
  const [stateCode] = random.pick(states)
  const year = getYearInKualaLumpur(now) - random.integer(19, random.chance(0.25) ? 38 : 27)
  const formatTwoDigits = (value: number) => String(value % 100).padStart(2, '0')
  // The serial number at the end makes each demo identity card number unique.
  return `${formatTwoDigits(year)}${formatTwoDigits(random.integer(1, 12))}${formatTwoDigits(random.integer(1, 28))}-${stateCode}-${String(1000 + index).padStart(4, '0')}`
}

/** Demo users of headquarters have finished their studies. All others began studying before they applied. */
function generateStudies(random: Random, draft: UserDraft) {
  if (['system_admin', 'hq_admin'].includes(draft.role)) {
    return { institution: null, course: null, educationLevel: null, startYear: null, endYear: null }
  }
  const campus = places.find(place => place.country === draft.country)?.campuses
  const share = random.next()
  const startYear = getYearInKualaLumpur(draft.createdAt) - random.integer(0, 2)
  return {
    institution: draft.club?.university ?? random.pick(campus ?? [['', '']])[1] ?? null,
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
  context: DemoContext,
  draft: UserDraft,
  id: number,
  membershipNumber: string | undefined,
): DemoUser {
  const { random, now, secret } = context
  const fullName = draft.fullName ?? generatePersonName(random)
  const slug = buildEmailLocalPart(fullName) || 'ahli'
  const icNumber = draft.icNumber ?? generateIcNumber(random, id, now)
  const ic = parseIdentityCardNumber(icNumber, now)
  if (!ic) throw new Error(`${icNumber} is not an identity number`)
  const email = draft.email ?? `${slug}${id}@contoh.test`
  return {
    ...generateStudies(random, draft),
    id,
    email,
    fullName,
    role: draft.role,
    status: draft.status,
    password: context.password,
    username: draft.email ? (draft.email.split('@')[0] as string) : `${slug}${id}`,
    emailConfirmedAt: draft.status === 'pending' && !draft.email ? null : draft.createdAt,
    icEncrypted: secret.encrypt(ic.digits, `users:${id}:ic`),
    icHash: secret.hash(ic.digits),
    birthYear: ic.birthYear,
    birthState: states.find(([code]) => code === ic.digits.slice(6, 8))?.[1] ?? null,
    phone: `+60 1${random.integer(0, 9)}-${random.integer(200, 999)} ${random.integer(1000, 9999)}`,
    socialMedia: random.chance(0.3)
      ? [{ platform: 'Instagram', url: `https://instagram.com/${slug}${id}` }]
      : [],
    currentCountry: draft.country,
    clubId: draft.club?.id ?? null,
    membershipNumber: membershipNumber ?? null,
    approvedAt: draft.approvedAt,
    approvedBy: draft.approvedAt && id > 1 ? 1 : null,
    createdAt: draft.createdAt,
    updatedAt: draft.changedAt ?? draft.approvedAt ?? draft.createdAt,
  }
}

function generateUserHistory(random: Random, draft: UserDraft, userId: number): DemoHistory[] {
  const location = { userId, currentCountry: draft.country, clubId: draft.club?.id ?? null }
  const rows: DemoHistory[] = [{ ...location, status: 'pending', createdAt: draft.createdAt }]
  if (draft.approvedAt)
    rows.push({ ...location, status: 'active', changedBy: 1, createdAt: draft.approvedAt })
  if (draft.changedAt) {
    const reason = draft.status === 'rejected' ? random.pick(reasons) : null
    rows.push({ ...location, status: draft.status, reason, changedBy: 1, createdAt: draft.changedAt })
  }
  return rows
}

export function generateDemoUsersAndHistory(context: DemoContext) {
  const drafts = generateDemoUserDrafts(context)
  const { numbers, counters } = assignMembershipNumbers([...drafts])
  const users = drafts.map((draft, index) => completeUser(context, draft, index + 1, numbers.get(draft)))
  const history = drafts.flatMap((draft, index) => generateUserHistory(context.random, draft, index + 1))
  return { users, history, counters }
}

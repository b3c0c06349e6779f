// Generates demo activities and their participants, in the past and in the future.
import type { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { getStartOfMonth } from '#shared/time/kuala-lumpur-calendar.ts'
import { convertInstantsToPlannedWallTimes } from '#shared/time/planned-times.ts'
import { formatWallTime, getInstantOfWallTime } from '#shared/time/time-zones.ts'
import type { DemoClub } from './clubs.ts'
import type { DemoUser } from './people.ts'
import type { Random } from './seeded-random.ts'

type DemoActivity = typeof activities.$inferInsert & { id: number; startDate: Date; endDate: Date }
type DemoParticipant = typeof activityParticipants.$inferInsert

const hour = 3_600_000
/**
 * Number of demo activities per month. Equal in all months, so that the demo dashboard shows no change since last
 * month.
 */
const activitiesPerMonth = 12

/** Texts of demo activities that last several days, in both languages. */
const longIdeas = [
  {
    title: 'Kejohanan Badminton Antara Kelab',
    description: 'Tiga hari perlawanan, satu piala pusingan dan banyak sorakan.',
    secondLanguage: 'en',
    secondTitle: 'Inter-Club Badminton Tournament',
    secondDescription: 'Three days of matches, one challenge cup and plenty of cheering.',
  },
  {
    title: 'Kem Kepimpinan',
    description: 'Latihan, perbincangan dan malam unggun api untuk ahli jawatankuasa baharu.',
    secondLanguage: 'en',
    secondTitle: 'Leadership Camp',
    secondDescription: 'Training, discussions and a campfire night for new committee members.',
  },
] as const

const ideas: [title: string, description: string, hours: number][] = [
  [
    'Malam Kebudayaan',
    'Persembahan, makanan kampung dan pakaian tradisional. Jemput rakan dari negara lain.',
    5,
  ],
  ['Bengkel Kerjaya & CV', 'Semakan CV secara bersemuka dan latihan temu duga bersama alumni.', 4],
  ['Pertandingan Futsal Antara Kelab', 'Lima pemain sepasukan. Bawa kasut dalam dewan.', 6],
  ['Ceramah Kewangan Pelajar', 'Belanjawan, pinjaman dan cara menghantar wang ke rumah dengan selamat.', 2],
  [
    'Gotong-royong Taman Komuniti',
    'Membersihkan taman bersama penduduk setempat. Sarung tangan disediakan.',
    3,
  ],
  [
    'Minggu Pelajar Baharu',
    'Lawatan kampus, cara mendaftar dengan doktor dan menggunakan pengangkutan awam.',
    48,
  ],
  ['Sembang Santai Hujung Minggu', 'Teh tarik dan karipap. Datang bila-bila masa.', 3],
  ['Bengkel Fotografi', 'Asas cahaya dan gubahan dengan telefon sahaja.', 3],
  ['Kelas Memasak: Nasi Lemak', 'Satu dapur, lapan belas orang, satu sambal.', 3],
  ['Hari Sukan Keluarga', 'Bola jaring, tarik tali dan sukaneka untuk kanak-kanak.', 6],
  ['Forum Pulang Berkhidmat', 'Alumni bercerita tentang bekerja di Malaysia selepas tamat belajar.', 2],
  ['Kempen Derma Darah', 'Bersama hospital tempatan. Bawa kad pengenalan atau pasport.', 5],
]

/** Titles of demo activities that members may attend without joining. */
const openTitles = ['Sembang Santai Hujung Minggu', 'Kempen Derma Darah', 'Gotong-royong Taman Komuniti']

interface DemoContext {
  random: Random
  now: Date
  clubs: DemoClub[]
  users: DemoUser[]
}

const day = 24 * hour

/**
 * Picks a start time for a demo activity between 9:00 and 22:00 in the club's time zone; long activities begin in the
 * morning.
 */
function pickStartTime(random: Random, date: Date, hours: number, timeZone: string): Date {
  const latest = Math.max(10, 22 - hours)
  const halfHours = random.integer(18, Math.min(40, latest * 2))
  const clock = `${String(Math.floor(halfHours / 2)).padStart(2, '0')}:${halfHours % 2 ? '30' : '00'}`
  return getInstantOfWallTime(`${formatWallTime(date, timeZone).slice(0, 10)}T${clock}`, timeZone)
}

/** Adds hours to a local time, ignoring changes to and from daylight saving time. */
function addLocalHours(start: Date, hours: number, timeZone: string): Date {
  const localTime = new Date(Date.parse(`${formatWallTime(start, timeZone)}Z`) + hours * hour)
  return getInstantOfWallTime(localTime.toISOString().slice(0, -1), timeZone)
}

type Texts = Pick<
  DemoActivity,
  'title' | 'description' | 'secondLanguage' | 'secondTitle' | 'secondDescription'
>

interface Plan extends Texts {
  club: DemoClub
  startDate: Date
  endDate: Date
}

/** Plans one demo activity on the given day: title, club, start and end. */
function planActivity({ random, now, clubs }: DemoContext, index: number, date: Date): Plan {
  const established = clubs.filter(club => club.createdAt < getStartOfMonth(now, -12))
  const longIdea = longIdeas[index]
  const [title, description, hours] = longIdea
    ? [longIdea.title, longIdea.description, 72]
    : random.pick(ideas)
  const texts = longIdea ?? { title, description }
  // Every sixth demo activity belongs to the London club, because the demo accounts are members of this club.
  const club = index % 6 === 0 ? (clubs[0] as DemoClub) : random.pick(established)
  const startDate = pickStartTime(random, date, hours, club.timeZone)
  return { ...texts, club, startDate, endDate: addLocalHours(startDate, hours, club.timeZone) }
}

/**
 * Plans two demo activities that are running now, then further ones until each month has its intended number. Demo
 * activities avoid the first and last day of a month, so that their month is the same in every time zone.
 */
function planActivities(context: DemoContext): Plan[] {
  const { random, now } = context
  const plans = longIdeas.map((_, index) =>
    planActivity(context, index, new Date(now.getTime() - (index + 1) * day)),
  )
  const running = [...plans]
  for (let month = -11; month <= 2; month++) {
    const [from, to] = [getStartOfMonth(now, month), getStartOfMonth(now, month + 1)]
    const existingCount = running.filter(({ startDate }) => startDate >= from && startDate < to).length
    const targetCount = month === 0 || month === -1 ? activitiesPerMonth : random.integer(5, 9)
    const [first, last] = [new Date(from.getTime() + day), new Date(to.getTime() - day)]
    for (let i = existingCount; i < targetCount; i++)
      plans.push(planActivity(context, plans.length, random.dateBetween(first, last)))
  }
  return plans
}

function computeActivityStatus(
  random: Random,
  start: Date,
  end: Date,
  now: Date,
): 'planned' | 'ongoing' | 'completed' | 'cancelled' {
  if (random.chance(0.07)) return 'cancelled'
  if (start > now) return 'planned'
  return end > now ? 'ongoing' : 'completed'
}

export function generateActivities(context: DemoContext): DemoActivity[] {
  const { random, now, users } = context
  return planActivities(context).map(({ club, startDate, endDate, ...texts }, index) => {
    const organizer = users.find(
      user => user.clubId === club.id && user.role === 'club_admin_ln' && user.status === 'active',
    )
    const createdAt = new Date(
      Math.min(startDate.getTime() - random.integer(10, 40) * day, now.getTime() - index * hour),
    )
    return {
      id: index + 1,
      ...texts,
      clubId: club.id,
      organizerId: organizer?.id,
      startDate,
      endDate,
      timeZone: club.timeZone,
      ...convertInstantsToPlannedWallTimes({ startDate, endDate }, club.timeZone),
      location: `${club.university}, ${club.city}`,
      status: longIdeas[index] ? 'ongoing' : computeActivityStatus(random, startDate, endDate, now),
      allowsWalkIns: openTitles.includes(texts.title),
      maxParticipants: random.chance(0.7) ? random.integer(3, 10) * 2 : null,
      createdAt,
      updatedAt: createdAt,
    }
  })
}

/**
 * Picks demo participants from the club first, then from its country. Those above the limit are put on the waiting
 * list.
 */
export function generateParticipants(
  { random, users }: DemoContext,
  list: DemoActivity[],
  clubs: DemoClub[],
): DemoParticipant[] {
  const active = users.filter(user => user.status === 'active')
  return list.flatMap(activity => {
    const country = clubs.find(club => club.id === activity.clubId)?.country
    const approvedBefore = active.filter(user => Number(user.approvedAt) < Number(activity.createdAt))
    const candidates = [
      ...approvedBefore.filter(user => user.clubId === activity.clubId),
      ...approvedBefore.filter(user => user.clubId !== activity.clubId && user.currentCountry === country),
    ]
    const participants = candidates.filter(() => random.chance(0.7)).slice(0, random.integer(2, 18))
    const isPast = activity.status === 'completed'
    return participants.map((user, index): DemoParticipant => {
      const isWaiting = index >= (activity.maxParticipants ?? Number.POSITIVE_INFINITY)
      const status = isWaiting ? 'waiting' : isPast && random.chance(0.85) ? 'attended' : 'registered'
      const createdAt = new Date((activity.createdAt as Date).getTime() + (index + 1) * hour)
      return { activityId: activity.id, userId: user.id, status, createdAt }
    })
  })
}

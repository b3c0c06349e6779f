import type { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { startOfMonth } from '#shared/calendar.ts'
import type { DemoClub } from './clubs.ts'
import type { DemoUser } from './people.ts'
import type { Random } from './random.ts'

type DemoActivity = typeof activities.$inferInsert & { id: number; startDate: Date; endDate: Date }
type DemoParticipant = typeof activityParticipants.$inferInsert

const hour = 3_600_000
/** As many this month as last month, whatever the day. */
const aMonth = 12

/** What goes on for days. */
const longIdeas: [title: string, description: string][] = [
  ['Kejohanan Badminton Antara Kelab', 'Tiga hari perlawanan, satu piala pusingan dan banyak sorakan.'],
  ['Kem Kepimpinan', 'Latihan, perbincangan dan malam unggun api untuk ahli jawatankuasa baharu.'],
]

const ideas: [title: string, description: string, hours: number][] = [
  [
    'Malam Kebudayaan',
    'Persembahan, makanan kampung dan pakaian tradisional. Jemput rakan dari negara lain.',
    5,
  ],
  ['Bengkel Kerjaya & CV', 'Semakan CV satu lawan satu dan latihan temu duga bersama alumni.', 4],
  ['Pertandingan Futsal Antara Kelab', 'Lima pemain sepasukan. Bawa kasut dalam dewan.', 6],
  ['Ceramah Kewangan Pelajar', 'Belanjawan, pinjaman dan cara menghantar wang ke rumah dengan selamat.', 2],
  [
    'Gotong-royong Taman Komuniti',
    'Membersihkan taman bersama penduduk setempat. Sarung tangan disediakan.',
    3,
  ],
  ['Minggu Pelajar Baharu', 'Lawatan kampus, pendaftaran doktor dan cara menggunakan pengangkutan awam.', 48],
  ['Sembang Santai Hujung Minggu', 'Teh tarik dan karipap. Datang bila-bila masa.', 3],
  ['Bengkel Fotografi', 'Asas cahaya dan gubahan dengan telefon sahaja.', 3],
  ['Kelas Memasak: Nasi Lemak', 'Satu dapur, lapan belas orang, satu sambal.', 3],
  ['Hari Sukan Keluarga', 'Bola jaring, tarik tali dan sukaneka untuk kanak-kanak.', 6],
  ['Forum Pulang Berkhidmat', 'Alumni bercerita tentang bekerja di Malaysia selepas tamat belajar.', 2],
  ['Kempen Derma Darah', 'Bersama hospital tempatan. Bawa kad pengenalan atau pasport.', 5],
]

interface World {
  random: Random
  now: Date
  clubs: DemoClub[]
  users: DemoUser[]
}

/** At a civil hour in Kuala Lumpur, still on the same day and so in the same month. */
function atCivilHour(random: Random, date: Date): Date {
  const day = 24 * hour
  const midnight = Math.floor((date.getTime() + 8 * hour) / day) * day - 8 * hour
  return new Date(midnight + random.whole(18, 40) * (hour / 2))
}

/** Two that are running right now, then each month filled up to its number. */
function makeDates({ random, now }: World): [start: Date, hours: number | undefined][] {
  const running = [6, 20].map(ago => new Date(now.getTime() - ago * hour))
  const dates: [Date, number | undefined][] = running.map(start => [start, 72])
  for (let month = -6; month <= 2; month++) {
    const [from, to] = [startOfMonth(now, month), startOfMonth(now, month + 1)]
    const there = running.filter(start => start >= from && start < to).length
    const wanted = month === 0 || month === -1 ? aMonth : random.whole(5, 9)
    for (let i = there; i < wanted; i++) dates.push([atCivilHour(random, random.moment(from, to)), undefined])
  }
  return dates
}

function statusAt(
  random: Random,
  start: Date,
  end: Date,
  now: Date,
): 'planned' | 'ongoing' | 'completed' | 'cancelled' {
  if (random.chance(0.07)) return 'cancelled'
  if (start > now) return 'planned'
  return end > now ? 'ongoing' : 'completed'
}

export function makeActivities(world: World): DemoActivity[] {
  const { random, now, clubs, users } = world
  const established = clubs.filter(club => club.createdAt < startOfMonth(now, -12))
  return makeDates(world).map(([startDate, length], index) => {
    const [title, description, hours] = longIdeas[index] ? [...longIdeas[index], 72] : random.pick(ideas)
    // The London club of the demo accounts has something going on.
    const club = index % 6 === 0 ? (clubs[0] as DemoClub) : random.pick(established)
    const organizer = users.find(
      user => user.clubId === club.id && user.role === 'club_admin_ln' && user.status === 'active',
    )
    const endDate = new Date(startDate.getTime() + (length ?? hours) * hour)
    const createdAt = new Date(
      Math.min(startDate.getTime() - random.whole(10, 40) * 24 * hour, now.getTime() - index * hour),
    )
    return {
      id: index + 1,
      title,
      description,
      clubId: club.id,
      organizerId: organizer?.id,
      startDate,
      endDate,
      location: `${club.university}, ${club.city}`,
      status: index < 2 ? 'ongoing' : statusAt(random, startDate, endDate, now),
      maxParticipants: random.chance(0.7) ? random.whole(3, 10) * 2 : null,
      createdAt,
      updatedAt: createdAt,
    }
  })
}

/** Members of the club first, then others of the country; above the places there is a waiting list. */
export function makeParticipants(
  { random, users }: World,
  list: DemoActivity[],
  clubs: DemoClub[],
): DemoParticipant[] {
  const active = users.filter(user => user.status === 'active')
  return list.flatMap(activity => {
    const country = clubs.find(club => club.id === activity.clubId)?.country
    const known = active.filter(user => Number(user.approvedAt) < Number(activity.createdAt))
    const near = [
      ...known.filter(user => user.clubId === activity.clubId),
      ...known.filter(user => user.clubId !== activity.clubId && user.currentCountry === country),
    ]
    const came = near.filter(() => random.chance(0.7)).slice(0, random.whole(2, 18))
    const past = activity.status === 'completed'
    return came.map((user, index): DemoParticipant => {
      const isWaiting = index >= (activity.maxParticipants ?? Number.POSITIVE_INFINITY)
      const status = isWaiting ? 'waiting' : past && random.chance(0.85) ? 'attended' : 'registered'
      const createdAt = new Date((activity.createdAt as Date).getTime() + (index + 1) * hour)
      return { activityId: activity.id, userId: user.id, status, createdAt }
    })
  })
}

// Generates demo chat groups with members and messages of the last year.
import type { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { countries } from '#shared/countries/countries.ts'
import { formatIsoDay, getStartOfMonth } from '#shared/time/kuala-lumpur-calendar.ts'
import type { DemoClub } from './clubs.ts'
import type { DemoUser } from './people.ts'
import type { Random } from './seeded-random.ts'

type DemoGroup = typeof messageGroups.$inferInsert & { id: number; lastSeq: number }
type DemoMessage = typeof messages.$inferInsert
type DemoMember = typeof groupMembers.$inferInsert

/** Short demo dialogues. Each chat group of the demo contains several of them. */
const exchanges: Record<'global' | 'country' | 'club', string[][]> = {
  global: [
    [
      'Salam semua, selamat datang kepada ahli baharu bulan ini!',
      'Selamat datang! Jangan segan bertanya di sini.',
      'Terima kasih, gembira dapat sertai.',
    ],
    [
      'Borang biasiswa semester depan sudah dibuka. Tarikh tutup hujung bulan.',
      'Terima kasih, memang ditunggu-tunggu.',
      'Boleh kongsi pautan borang?',
      'Ada dalam laman penaja, bahagian permohonan.',
    ],
    [
      'Siapa ada pengalaman buka akaun bank dengan visa pelajar?',
      'Bawa surat tawaran dan bukti alamat, biasanya cukup.',
      'Saya guna surat daripada pejabat kolej, diterima.',
    ],
    ['Peringatan: kemas kini alamat anda supaya kertas undi pos sampai.', 'Baik, sudah saya kemas kini.'],
  ],
  country: [
    [
      'Musim peperiksaan sudah dekat, jaga kesihatan semua.',
      'Betul, perpustakaan pun sudah penuh sampai malam.',
      'Kelab kami buka bilik belajar setiap malam, semua dialu-alukan.',
    ],
    [
      'Ada sesiapa turun ke bandar minggu depan? Boleh kongsi kereta.',
      'Saya turun hari Sabtu, ada dua tempat.',
      'Saya nak satu, terima kasih!',
    ],
    [
      'Mesyuarat penyelaras negara malam esok jam 9.',
      'Hadir.',
      'InsyaAllah hadir.',
      'Maaf, ada kelas. Nanti saya baca minit.',
    ],
  ],
  club: [
    [
      'Futsal Ahad ini jadi tak?',
      'Jadi! Gelanggang sudah ditempah jam 4.',
      'Saya bawa bola.',
      'Saya bawa air dan oren.',
    ],
    [
      'Siapa nak barang dari kedai Asia? Saya singgah petang ini.',
      'Tolong belikan serai dan santan, boleh?',
      'Boleh, nanti saya hantar.',
      'Terbaik, terima kasih banyak.',
    ],
    ['Bilik sewa kosong dekat kampus, lima minit jalan kaki.', 'Berapa sebulan?', 'Saya mesej terus ya.'],
    [
      'Terima kasih semua yang datang semalam, seronok sungguh.',
      'Makanan sedap! Siapa masak rendang?',
      'Kak Nurul yang masak. Resipi menyusul.',
      'Gambar sudah saya muat naik.',
    ],
    [
      'Ada sesiapa ambil kertas ekonomi semester ini? Nak bentuk kumpulan belajar.',
      'Saya! Perpustakaan tingkat dua?',
      'Jom, Rabu lepas Asar.',
    ],
  ],
}

interface DemoContext {
  random: Random
  now: Date
  clubs: DemoClub[]
  users: DemoUser[]
}

/** Number of unread messages (always the newest ones), by id of the demo account and type of chat group. */
const unreadCounts: Record<number, Partial<Record<'global' | 'country' | 'club', number>>> = {
  1: { global: 3, country: 2 },
  2: { global: 1 },
  3: { country: 4 },
  4: { club: 3 },
  5: { club: 2, global: 1 },
  6: { club: 5, country: 1 },
}

function generateChatGroups({ clubs, now }: DemoContext): Omit<DemoGroup, 'lastSeq'>[] {
  const createdAt = getStartOfMonth(now, -26)
  const groups: Omit<typeof messageGroups.$inferInsert, 'lastSeq'>[] = [
    { name: '', type: 'global', createdBy: 1, createdAt },
    ...countries.map(country => ({
      name: '',
      type: 'country' as const,
      country,
      createdBy: 1,
      createdAt,
    })),
    ...clubs.map(club => ({
      name: club.name,
      type: 'club' as const,
      clubId: club.id,
      createdBy: 1,
      createdAt: club.createdAt,
    })),
  ]
  return groups.map((group, index) => ({ ...group, id: index + 1 }))
}

function findGroupMembers(group: Omit<DemoGroup, 'lastSeq'>, active: DemoUser[]): DemoUser[] {
  if (group.type === 'global') return active
  return active.filter(user =>
    group.type === 'club' ? user.clubId === group.clubId : user.currentCountry === group.country,
  )
}

const day = 86_400_000
const minute = 60_000

/**
 * Picks how many days ago each demo dialogue took place, mostly recently.
 * Groups of demo accounts also get a dialogue of today and one of two days ago.
 */
function drawMessageAges({ random }: DemoContext, count: number, hasDemoAccount: boolean): number[] {
  const randomAges = Array.from(
    { length: count },
    () => (hasDemoAccount ? 3 : 1) + Math.floor(355 * random.next() ** 1.6 + 6 * random.next()),
  )
  // A demo chat group has at most one dialogue (exchange of messages) per day, so that dialogues never overlap.
  const days = new Set(hasDemoAccount ? [0, 2, ...randomAges] : randomAges)
  return [...days].slice(0, count).toSorted((a, b) => b - a)
}

/**
 * Picks the start time of a demo dialogue: during the day in Kuala Lumpur; for a dialogue of today one to two hours
 * ago.
 */
function pickDialogueStartTime({ random, now }: DemoContext, age: number): number {
  if (age === 0) return now.getTime() - random.integer(65, 120) * minute
  const midnight = Date.parse(`${formatIsoDay(new Date(now.getTime() - age * day))}T00:00:00+08:00`)
  return midnight + random.integer(9 * 60, 22 * 60) * minute
}

/**
 * Finds members who could have sent a demo message at a given time. Demo accounts send none of the newest
 * messages of a group.
 */
function findPossibleSenders(people: DemoUser[], time: number, isNewest: boolean): DemoUser[] {
  return people.filter(
    ({ id, approvedAt }) => approvedAt && approvedAt.getTime() < time && (id > 9 || !isNewest),
  )
}

/**
 * Generates dialogues of a demo chat group. The messages of a dialogue are minutes apart.
 * The dialogues are days or weeks apart.
 */
function generateMessages(
  context: DemoContext,
  group: Omit<DemoGroup, 'lastSeq'>,
  people: DemoUser[],
  rounds: number,
): DemoMessage[] {
  const { random } = context
  const scripts = exchanges[group.type as 'global' | 'country' | 'club']
  const isHome = people.some(({ id }) => id <= 9)
  const ages = drawMessageAges(context, Math.min(rounds, scripts.length), isHome)
  const generated: DemoMessage[] = []
  for (const [index, age] of ages.entries()) {
    let time = pickDialogueStartTime(context, age)
    const senders = findPossibleSenders(people, time, index >= ages.length - 2)
    if (senders.length < 2 || time < Number(group.createdAt)) continue
    for (const content of scripts[(group.id + index) % scripts.length] ?? []) {
      const seq = generated.length + 1
      const { id: senderId } = random.pick(senders.filter(({ id }) => id !== generated.at(-1)?.senderId))
      const clientId = `demo-${group.id}-${seq - 1}`
      generated.push({ content, senderId, groupId: group.id, seq, clientId, createdAt: new Date(time) })
      time += random.integer(1, 14) * minute
    }
  }
  return generated
}

/** Number of demo dialogues of a group; 0 for a new group and for a group with fewer than two possible senders. */
function countDialogues(
  { random, now }: DemoContext,
  group: Omit<DemoGroup, 'lastSeq'>,
  people: DemoUser[],
): number {
  if (people.filter(user => user.id > 9).length < 2 || (group.createdAt ?? now) >= getStartOfMonth(now, -1))
    return 0
  return group.type === 'club' && group.clubId !== 1 ? random.integer(1, 5) : 9
}

export function generateChats(context: DemoContext) {
  const { users } = context
  const active = users.filter(user => user.status === 'active')
  const groups: DemoGroup[] = []
  const members: DemoMember[] = []
  const allMessages: DemoMessage[] = []
  for (const group of generateChatGroups(context)) {
    const people = findGroupMembers(group, active)
    const generated = generateMessages(context, group, people, countDialogues(context, group, people))
    groups.push({ ...group, lastSeq: generated.length })
    allMessages.push(...generated)
    for (const { id, approvedAt } of people) {
      const unreadCount = unreadCounts[id]?.[group.type as 'global' | 'country' | 'club'] ?? 0
      members.push({
        groupId: group.id,
        userId: id,
        joinedAt: approvedAt ?? undefined,
        lastReadSeq: Math.max(0, generated.length - unreadCount),
      })
    }
  }
  return { groups, members, messages: allMessages }
}

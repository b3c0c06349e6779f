import type { groupMembers, messageGroups, messages } from '#server/db/schema/chat.ts'
import { countries } from '#shared/constants.ts'
import type { DemoClub } from './clubs.ts'
import type { DemoUser } from './people.ts'
import type { Random } from './random.ts'

type DemoGroup = typeof messageGroups.$inferInsert & { id: number; lastSeq: number }
type DemoMessage = typeof messages.$inferInsert
type DemoMember = typeof groupMembers.$inferInsert

/** Short exchanges, told in order; a group gets several of them. */
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
    [
      'Peringatan: kemas kini alamat terkini anda supaya surat pengundian sampai.',
      'Baik, sudah saya kemas kini.',
    ],
  ],
  country: [
    [
      'Cuaca mula sejuk, jaga kesihatan semua.',
      'Betul, semalam hujan ais di sini.',
      'Kelab kami ada baju sejuk terpakai yang masih elok, boleh ambil percuma.',
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

interface World {
  random: Random
  now: Date
  clubs: DemoClub[]
  users: DemoUser[]
}

/** How many of a group's newest messages these accounts have not read yet. */
const unread: Record<number, Partial<Record<'global' | 'country' | 'club', number>>> = {
  1: { global: 3, country: 2 },
  2: { global: 1 },
  3: { country: 4 },
  4: { club: 3 },
  5: { club: 2, global: 1 },
  6: { club: 5, country: 1 },
}

function makeGroups({ clubs }: World): Omit<DemoGroup, 'lastSeq'>[] {
  const groups: Omit<typeof messageGroups.$inferInsert, 'lastSeq'>[] = [
    { name: 'Perantau Sedunia', type: 'global', createdBy: 1 },
    ...countries.map(country => ({ name: country, type: 'country' as const, country, createdBy: 1 })),
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

function membersOf(group: Omit<DemoGroup, 'lastSeq'>, active: DemoUser[]): DemoUser[] {
  if (group.type === 'global') return active
  return active.filter(user =>
    group.type === 'club' ? user.clubId === group.clubId : user.currentCountry === group.country,
  )
}

/** Minutes apart within an exchange, hours between them, the newest a little while ago. */
function talk(
  world: World,
  group: Omit<DemoGroup, 'lastSeq'>,
  people: DemoUser[],
  rounds: number,
): DemoMessage[] {
  const { random, now } = world
  const scripts = exchanges[group.type as 'global' | 'country' | 'club']
  const lines = Array.from(
    { length: rounds },
    (_, i) => scripts[(group.id + i) % scripts.length] ?? [],
  ).flatMap(lines => {
    const speakers = lines.map(() => random.pick(people))
    return lines.map((content, i) => ({ content, senderId: (speakers[i] as DemoUser).id, isFirst: i === 0 }))
  })
  let time = now.getTime() - random.whole(5, 90) * 60_000
  const times = lines.map(line => {
    const at = time
    time -= line.isFirst ? random.whole(3, 20) * 3_600_000 : random.whole(1, 14) * 60_000
    return new Date(at)
  })
  times.reverse()
  return lines.map(({ content, senderId }, index) => ({
    ...{ content, senderId, groupId: group.id, seq: index + 1, clientId: `demo-${group.id}-${index}` },
    createdAt: times[index],
  }))
}

/** Nobody hears their own words as unread, so the accounts above stay silent in the lines they have not read. */
function makeUnread(people: DemoUser[], group: Omit<DemoGroup, 'lastSeq'>, lines: DemoMessage[]): void {
  const quiet = people.filter(user => user.id <= 9).map(user => user.id)
  const others = people.filter(user => user.id > 9)
  for (const [index, line] of lines.slice(-5).entries()) {
    if (quiet.includes(line.senderId) && others.length > 0)
      line.senderId = (others[(group.id + index) % others.length] as DemoUser).id
  }
}

export function makeChats(world: World) {
  const { random, users } = world
  const active = users.filter(user => user.status === 'active')
  const groups: DemoGroup[] = []
  const members: DemoMember[] = []
  const lines: DemoMessage[] = []
  for (const group of makeGroups(world)) {
    const people = membersOf(group, active)
    const rounds =
      group.type === 'club' ? (group.clubId === 1 ? 9 : random.whole(0, 2)) : group.type === 'global' ? 8 : 4
    const said = people.length > 1 ? talk(world, group, people, rounds) : []
    makeUnread(people, group, said)
    groups.push({ ...group, lastSeq: said.length })
    lines.push(...said)
    for (const { id, approvedAt } of people) {
      const left = unread[id]?.[group.type as 'global' | 'country' | 'club'] ?? 0
      members.push({
        groupId: group.id,
        userId: id,
        joinedAt: approvedAt ?? undefined,
        lastReadSeq: Math.max(0, said.length - left),
      })
    }
  }
  return { groups, members, messages: lines }
}

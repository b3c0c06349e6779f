// Generates two demo announcements in both languages: one of headquarters and one of the London club.
import type { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import type { DemoUser } from './people.ts'

type Row = typeof announcements.$inferInsert
type Recipient = typeof announcementRecipients.$inferInsert

const day = 24 * 3_600_000
const hq = 2
const clubAdmin = 4
const member = 6
const londonClub = 1

/** Generates demo announcements. The demo member has read all of them except one of the London club. */
export function generateAnnouncements(
  users: DemoUser[],
  now: Date,
): { rows: Row[]; recipients: Recipient[] } {
  const getTimeDaysAgo = (days: number) => new Date(now.getTime() - days * day)
  const rows: (Row & { id: number })[] = [
    {
      id: 1,
      authorId: hq,
      sentBy: hq,
      title: 'Pendaftaran bengkel kepimpinan pelajar dibuka',
      body: 'Bengkel tahunan kembali bulan depan, kali ini **dalam talian**.\n\nApa yang disediakan:\n\n- dua sesi setiap hujung minggu\n- pembimbing untuk setiap kumpulan\n- sijil penyertaan\n\nTempat terhad; kelab yang mendaftar awal diutamakan.',
      secondLanguage: 'en',
      secondTitle: 'Registration for the student leadership workshop is open',
      secondBody:
        'The annual workshop returns next month, this time **online**.\n\nWhat to expect:\n\n- two sessions every weekend\n- a mentor for each group\n- a certificate of participation\n\nPlaces are limited. Clubs that register early come first.',
      status: 'sent',
      sendAt: getTimeDaysAgo(9),
      createdAt: getTimeDaysAgo(10),
      updatedAt: getTimeDaysAgo(9),
      poll: {
        text: 'Sesi mana yang sesuai untuk anda?',
        choices: ['Sabtu pagi', 'Sabtu malam', 'Ahad pagi'],
        isAnonymous: true,
        endsAt: null,
      },
    },
    {
      id: 2,
      authorId: clubAdmin,
      sentBy: clubAdmin,
      clubId: londonClub,
      title: 'Pejabat kelab berpindah minggu ini',
      body: 'Mulai **Khamis**, pejabat kelab berada di tingkat dua bangunan yang sama.\n\nSila ambil barang yang ditinggalkan di bilik lama sebelum hari itu.',
      secondLanguage: 'en',
      secondTitle: 'The club office moves this week',
      secondBody:
        'From **Thursday**, the club office is on the second floor of the same building.\n\nPlease collect anything you left in the old room before then.',
      status: 'sent',
      sendAt: getTimeDaysAgo(2),
      createdAt: getTimeDaysAgo(3),
      updatedAt: getTimeDaysAgo(2),
    },
  ]
  const active = users.filter(user => user.status === 'active' && user.createdAt < getTimeDaysAgo(9))
  const buildRecipientAnswer = (id: number, readAt: Date) =>
    id % 3 === 0 ? { answer: (id / 3) % 3, answeredAt: readAt } : {}
  const allRecipients = active.map((user): Recipient => {
    const readAt = getTimeDaysAgo(8)
    return { announcementId: 1, userId: user.id, readAt, ...buildRecipientAnswer(user.id, readAt) }
  })
  const clubRecipients = active
    .filter(user => user.clubId === londonClub)
    .map(
      (user): Recipient => ({
        announcementId: 2,
        userId: user.id,
        readAt: user.id === member ? null : getTimeDaysAgo(1),
      }),
    )
  const counts = new Map([
    [1, allRecipients.length],
    [2, clubRecipients.length],
  ])
  return {
    rows: rows.map(row => ({ ...row, recipientCount: counts.get(row.id) ?? 0 })),
    recipients: [...allRecipients, ...clubRecipients],
  }
}

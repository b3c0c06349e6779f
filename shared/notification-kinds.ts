// All kinds of in-app notifications, one record per kind: text, link, user preference and permission.
import type { ReportReason } from './constants.ts'
import { reportReasonLabels } from './labels.ts'
import type { Action } from './policies.ts'

/** Label and group of a notification kind in the notification settings. */
export interface NotificationChoice {
  group: 'activities' | 'membership' | 'communication' | 'administration'
  label: string
}

interface NotificationRecord {
  /** Builds the text of the notification. `subject` is the name of the person, activity or club concerned. */
  sentence(subject: string): string
  /** Path that a click on the notification opens; `$id` is the id of the person, activity or club concerned. */
  leadsTo: string
  /** Section of the opened screen that is scrolled into view. */
  part?: string
  /**
   * Entry in the notification settings, where users can turn this kind off.
   * The entry is null for kinds that cannot be turned off, such as account security.
   */
  choice: NotificationChoice | null
  /** Permission that recipients of the notification need; any user can receive it when this is omitted. */
  onlyFor?: Action
  /** Whether erasing the person whom the notification is about (`params.userId`) also deletes the notification. */
  isErasedWithPerson?: true
}

export const notificationRecords = {
  'user.registered': {
    sentence: subject => `${subject} memohon untuk menjadi ahli.`,
    leadsTo: '/member-approval',
    choice: { group: 'administration', label: 'Permohonan ahli baharu' },
    onlyFor: 'users.approve',
    isErasedWithPerson: true,
  },
  'import.proposed': {
    sentence: () => 'Satu senarai ahli menunggu pengesahan anda.',
    leadsTo: '/imports',
    choice: { group: 'administration', label: 'Senarai ahli menunggu pengesahan' },
    onlyFor: 'imports.confirm',
  },
  'import.finished': {
    sentence: () => 'Import senarai ahli anda telah selesai.',
    leadsTo: '/imports',
    choice: { group: 'administration', label: 'Import senarai ahli selesai' },
    onlyFor: 'imports.propose',
  },
  'backup.failed': {
    sentence: () => 'Sandaran automatik gagal. Semak sebabnya dan maklumkan kepada pentadbir pelayan.',
    leadsTo: '/data-register',
    choice: null,
    onlyFor: 'data.register',
  },
  'user.approved': {
    sentence: () => 'Keahlian anda telah diluluskan. Selamat datang!',
    leadsTo: '/profile',
    choice: null,
  },
  'user.role_changed': {
    sentence: () => 'Peranan anda telah dikemas kini.',
    leadsTo: '/profile',
    choice: { group: 'membership', label: 'Peranan saya ditukar' },
  },
  'user.placed': {
    sentence: () => 'Negara atau kelab anda telah dikemas kini.',
    leadsTo: '/profile',
    choice: { group: 'membership', label: 'Negara atau kelab saya ditukar' },
  },
  'user.unmasked': {
    sentence: subject => `${subject} telah membuka no. kad pengenalan anda.`,
    leadsTo: '/profile',
    choice: { group: 'membership', label: 'No. kad pengenalan saya dibuka' },
  },
  'user.phone_shown': {
    sentence: subject => `${subject} telah membuka nombor telefon anda semasa semakan keselamatan.`,
    leadsTo: '/profile',
    choice: { group: 'membership', label: 'Nombor telefon saya dibuka' },
  },
  'merge.asked': {
    sentence: () => 'Anda mungkin mempunyai dua akaun. Sahkan jika kedua-duanya milik anda.',
    leadsTo: '/settings',
    part: 'merging',
    choice: null,
  },
  'user.merged': {
    sentence: () => 'Akaun anda yang lain telah digabungkan dengan akaun ini.',
    leadsTo: '/profile',
    choice: null,
  },
  'auth.new_device': {
    sentence: () =>
      'Ada log masuk ke akaun anda daripada peranti baharu. Jika bukan anda, log keluar peranti itu.',
    leadsTo: '/settings',
    part: 'devices',
    choice: null,
  },
  'two_factor.reset': {
    sentence: () =>
      'Pengesahan dua langkah anda telah ditetapkan semula oleh pentadbir. Sila sediakan semula.',
    leadsTo: '/settings',
    part: 'two-factor',
    choice: null,
  },
  'keys.renewed': {
    sentence: () => 'Kunci penyulitan anda telah diperbaharui. Jika bukan anda, tukar kata laluan anda.',
    leadsTo: '/settings',
    part: 'encryption',
    choice: null,
  },
  'activity.created': {
    sentence: subject => `Aktiviti baharu: ${subject}.`,
    leadsTo: '/activities/$id',
    choice: { group: 'activities', label: 'Aktiviti baharu' },
  },
  'activity.moved_up': {
    sentence: subject => `Anda mendapat tempat: ${subject}.`,
    leadsTo: '/activities/$id',
    choice: { group: 'activities', label: 'Saya mendapat tempat daripada senarai menunggu' },
  },
  'activity.changed': {
    sentence: subject => `Masa atau tempat berubah: ${subject}.`,
    leadsTo: '/activities/$id',
    choice: { group: 'activities', label: 'Masa atau tempat berubah' },
  },
  'activity.cancelled': {
    sentence: subject => `Aktiviti dibatalkan: ${subject}.`,
    leadsTo: '/activities/$id',
    choice: { group: 'activities', label: 'Aktiviti dibatalkan' },
  },
  'activity.reminder_day': {
    sentence: subject => `Peringatan: ${subject} bermula dalam masa sehari.`,
    leadsTo: '/activities/$id',
    choice: { group: 'activities', label: 'Peringatan sehari sebelum aktiviti saya' },
  },
  'activity.reminder_hour': {
    sentence: subject => `Peringatan: ${subject} bermula dalam masa sejam.`,
    leadsTo: '/activities/$id',
    choice: { group: 'activities', label: 'Peringatan sejam sebelum aktiviti saya' },
  },
  'activity.helper': {
    sentence: subject => `Anda kini membantu menguruskan ${subject}.`,
    leadsTo: '/activities/$id',
    choice: { group: 'activities', label: 'Saya menjadi pembantu aktiviti' },
  },
  'club.admin_changed': {
    sentence: subject => `Anda kini pentadbir ${subject}.`,
    leadsTo: '/clubs/$id',
    choice: { group: 'administration', label: 'Saya menjadi pentadbir kelab' },
  },
  'office.offered': {
    sentence: subject => `${subject} mahu menyerahkan jawatannya kepada anda.`,
    leadsTo: '/profile',
    choice: null,
  },
  'office.handed_over': {
    sentence: subject => `${subject} telah menerima jawatan anda.`,
    leadsTo: '/profile',
    choice: null,
  },
  'office.term_set': {
    sentence: () => 'Tempoh jawatan anda telah ditetapkan.',
    leadsTo: '/profile',
    choice: { group: 'administration', label: 'Tempoh jawatan saya ditetapkan' },
  },
  'office.given': {
    sentence: () => 'Anda dilantik memegang satu jawatan.',
    leadsTo: '/profile',
    choice: { group: 'administration', label: 'Saya dilantik memegang jawatan' },
  },
  'office.ended': {
    sentence: () => 'Jawatan anda telah ditamatkan.',
    leadsTo: '/profile',
    choice: { group: 'administration', label: 'Jawatan saya ditamatkan' },
  },
  'office.ending': {
    sentence: () => 'Tempoh jawatan anda hampir tamat. Serahkan jawatan atau minta tempohnya dilanjutkan.',
    leadsTo: '/profile',
    choice: { group: 'administration', label: 'Tempoh jawatan saya hampir tamat' },
  },
  'group.invited': {
    sentence: subject => `${subject} mahu berbual dengan anda.`,
    leadsTo: '/communication',
    choice: { group: 'communication', label: 'Seseorang memulakan perbualan dengan saya' },
  },
  'message.mentioned': {
    sentence: subject => `${subject} menyebut anda dalam perbualan.`,
    leadsTo: '/communication',
    choice: { group: 'communication', label: 'Seseorang menyebut saya dengan @' },
  },
  'report.made': {
    sentence: () => 'Satu mesej dilaporkan dan menunggu keputusan anda.',
    leadsTo: '/reports',
    choice: { group: 'administration', label: 'Mesej dilaporkan dalam kumpulan yang saya urus' },
  },
  'report.hidden': {
    sentence: () => 'Mesej yang anda laporkan telah disembunyikan. Terima kasih.',
    leadsTo: '/communication',
    choice: null,
  },
  'report.dismissed': {
    sentence: () => 'Mesej yang anda laporkan telah disemak dan tidak disembunyikan.',
    leadsTo: '/communication',
    choice: null,
  },
  'message.hidden': {
    sentence: reason =>
      `Mesej anda telah disembunyikan oleh pentadbir. Sebab: ${reportReasonLabels[reason as ReportReason] ?? reason}.`,
    leadsTo: '/communication',
    choice: null,
  },
  'announcement.sent': {
    sentence: subject => `Hebahan: ${subject}`,
    leadsTo: '/announcements/$id',
    choice: { group: 'communication', label: 'Hebahan' },
  },
  'announcement.reminder': {
    sentence: subject => `Belum dibaca: ${subject}`,
    leadsTo: '/announcements/$id',
    choice: { group: 'communication', label: 'Peringatan tentang hebahan yang belum saya baca' },
  },
  'announcement.urgent': {
    sentence: subject => `Hebahan penting: ${subject}`,
    leadsTo: '/announcements/$id',
    choice: null,
  },
  'roll_call.asked': {
    sentence: subject => `Adakah anda selamat? Semakan keselamatan di ${subject}.`,
    leadsTo: '/safety/$id',
    choice: null,
  },
  'roll_call.reminder': {
    sentence: subject => `Kami masih menunggu jawapan anda: semakan keselamatan di ${subject}.`,
    leadsTo: '/safety/$id',
    choice: null,
  },
  'call.missed': {
    sentence: subject => `Anda terlepas panggilan daripada ${subject}.`,
    leadsTo: '/communication',
    choice: { group: 'communication', label: 'Saya terlepas panggilan' },
  },
} as const satisfies Record<string, NotificationRecord>

export type NotificationKind = keyof typeof notificationRecords
export const notificationKinds = Object.keys(notificationRecords) as [NotificationKind, ...NotificationKind[]]

/** Groups in the notification settings, in display order. */
export const notificationChoiceGroups = {
  activities: 'Aktiviti',
  membership: 'Keahlian',
  communication: 'Komunikasi',
  administration: 'Pentadbiran',
} as const satisfies Record<NotificationChoice['group'], string>

export function getNotificationKindRecord(kind: NotificationKind): NotificationRecord {
  return notificationRecords[kind]
}

/** Whether this release knows the notification kind. A newer release may have stored unknown kinds. */
export function isNotificationKind(kind: string): kind is NotificationKind {
  return kind in notificationRecords
}

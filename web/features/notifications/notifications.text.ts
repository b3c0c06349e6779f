import type { Notification, NotificationKind } from '#shared/contracts/notifications.ts'
import { formerMember } from '#shared/labels.ts'
import { showNumber } from '#web/lib/format.ts'

export const notificationsText = {
  title: 'Pemberitahuan',
  button: (count: number) =>
    count > 0 ? `Pemberitahuan, ${showNumber(count)} belum dibaca` : 'Pemberitahuan',
  readAll: 'Tandai semua dibaca',
  empty: 'Tiada pemberitahuan.',
  unread: 'Belum dibaca',
  readFailed: 'Gagal menandakan pemberitahuan',
}

const sentences: Record<NotificationKind, (subject: string) => string> = {
  'user.registered': subject => `${subject} memohon untuk menjadi ahli.`,
  'user.approved': () => 'Keahlian anda telah diluluskan. Selamat datang!',
  'user.role_changed': () => 'Peranan anda telah dikemas kini.',
  'user.placed': () => 'Negara atau kelab anda telah dikemas kini.',
  'user.unmasked': subject => `${subject} telah membuka no. kad pengenalan anda.`,
  'activity.created': subject => `Aktiviti baharu: ${subject}.`,
  'activity.moved_up': subject => `Anda mendapat tempat: ${subject}.`,
  'activity.changed': subject => `Masa atau tempat berubah: ${subject}.`,
  'activity.cancelled': subject => `Aktiviti dibatalkan: ${subject}.`,
  'club.admin_changed': subject => `Anda kini pentadbir ${subject}.`,
  'group.invited': subject => `${subject} mahu berbual dengan anda.`,
  'call.missed': subject => `Anda terlepas panggilan daripada ${subject}.`,
}

export function sentenceFor({ kind, subject }: Notification): string {
  return sentences[kind](subject ?? formerMember)
}

/** Where a click on it leads; `$id` is that of the subject. */
export const placeOf = {
  'user.registered': '/member-approval',
  'user.approved': '/profile',
  'user.role_changed': '/profile',
  'user.placed': '/profile',
  'user.unmasked': '/profile',
  'activity.created': '/activities/$id',
  'activity.moved_up': '/activities/$id',
  'activity.changed': '/activities/$id',
  'activity.cancelled': '/activities/$id',
  'club.admin_changed': '/clubs/$id',
  'group.invited': '/communication',
  'call.missed': '/communication',
} as const satisfies Record<NotificationKind, string>

import type { Notification } from '#shared/contracts/notifications.ts'
import { formerMember } from '#shared/labels.ts'
import { notificationRecords } from '#shared/notification-kinds.ts'
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

export function sentenceFor({ kind, subject }: Notification): string {
  return notificationRecords[kind].sentence(subject ?? formerMember)
}

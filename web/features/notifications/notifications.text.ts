import type { Notification } from '#shared/contracts/notifications/notifications.schemas.ts'
import { formerMember } from '#shared/labels.ts'
import { notificationRecords } from '#shared/notification-kinds.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const notificationsText = {
  title: 'Pemberitahuan',
  button: (count: number) =>
    count > 0 ? `Pemberitahuan, ${formatNumber(count)} belum dibaca` : 'Pemberitahuan',
  readAll: 'Tandakan semua dibaca',
  readOne: 'Tandakan dibaca',
  readNamed: (sentence: string) => `Tandakan dibaca: ${sentence}`,
  seeAll: 'Lihat semua pemberitahuan',
  choices: 'Pilihan pemberitahuan',
  subtitle: 'Perkara yang berkaitan dengan anda, yang terbaharu dahulu.',
  tabsLabel: 'Pemberitahuan yang ditunjukkan',
  tabs: { all: 'Semua', unread: 'Belum dibaca' },
  emptyUnread: 'Semua sudah dibaca.',
  more: 'Tunjukkan yang lebih lama',
  empty: 'Tiada pemberitahuan.',
  unread: 'Belum dibaca',
  readFailed: 'Gagal menandakan pemberitahuan',
}

export const pushHintText = {
  about: 'Terima mesej dan pemberitahuan pada peranti ini walaupun Perantau ditutup?',
  turnOn: 'Hidupkan',
  later: 'Bukan sekarang',
  done: 'Pemberitahuan dihidupkan pada peranti ini',
  notAllowed:
    'Pelayar tidak membenarkan pemberitahuan. Benarkannya dalam tetapan pelayar, kemudian cuba lagi.',
  failed: 'Pemberitahuan tidak dapat dihidupkan pada peranti ini',
}

export function formatNotification({ kind, subject }: Notification): string {
  return notificationRecords[kind].sentence(subject ?? formerMember)
}

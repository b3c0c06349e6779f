import { formatNumber } from '#web/lib/format/format.ts'

export const presenceText = {
  typing: (names: string[]) => {
    const [first = '', second] = names
    if (!second) return `${first} sedang menaip…`
    return names.length === 2
      ? `${first} dan ${second} sedang menaip…`
      : `${first} dan ${formatNumber(names.length - 1)} orang lagi sedang menaip…`
  },
  online: 'Dalam talian',
  lastSeen: (moment: string) => `Kali terakhir dilihat ${moment}`,
  sent: 'Dihantar',
  read: 'Dibaca',
  readBy: 'Dibaca oleh',
  readByNobody: 'Belum dibaca oleh sesiapa',
}

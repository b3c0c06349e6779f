import { formatNumber } from '#web/lib/format/format.ts'

export const callRecordText = {
  video: 'Panggilan video',
  audio: 'Panggilan suara',
  running: (kind: string) => `${kind} sedang berlangsung`,
  unanswered: (kind: string) => `${kind} tidak dijawab`,
  missed: (kind: string) => `${kind} terlepas`,
  declined: (kind: string) => `${kind} anda tolak`,
  took: (kind: string, minutes: number) =>
    minutes < 1 ? `${kind}, kurang seminit` : `${kind}, ${formatNumber(minutes)} minit`,
  by: (name: string) => `oleh ${name}`,
  byMe: 'oleh anda',
  byServer: 'catatan pelayan',
  noted: 'Dicatat oleh pelayan, bukan mesej daripada sesiapa',
  callBack: 'Panggil semula',
}

import type { MarkOutcome } from '#shared/contracts/check-in/check-in.schemas.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const checkInText = {
  back: 'Kembali ke aktiviti',
  title: 'Daftar masuk',
  came: (here: number, all: number) => `${formatNumber(here)} daripada ${formatNumber(all)} sudah hadir`,
  notFound: 'Aktiviti ini tidak dijumpai.',
  tooEarly: (moment: string) =>
    `Pintu dibuka mulai ${moment}. Senarai ini boleh dimuatkan sekarang untuk digunakan tanpa rangkaian.`,
  tooEarlyUndated: 'Kehadiran boleh ditandakan sebaik sahaja aktiviti bermula.',
  cancelled: 'Aktiviti ini telah dibatalkan.',
  views: 'Cara daftar masuk',
  scan: 'Imbas kad',
  list: 'Senarai',
  code: 'Kod di pintu',
  noCamera: 'Kamera tidak dapat digunakan. Benarkan kamera, atau tandakan nama dalam senarai.',
  scanHint: 'Halakan kamera ke kod QR pada kad ahli, seorang demi seorang.',
  latest: 'Yang terkini',
  nobodyYet: 'Belum ada yang diimbas.',
  add: 'Tambah dan daftar masuk',
  noRoom: 'Tiada tempat lagi.',
  undo: 'Buat asal',
  waiting: (count: number) =>
    `${formatNumber(count)} tanda kehadiran disimpan pada peranti ini dan dihantar apabila rangkaian pulih.`,
  clashes: 'Perlu perhatian',
  dismiss: 'Sudah dilihat',
  search: 'Cari nama',
  nobodyFound: 'Tiada nama yang sepadan.',
  nobody: 'Belum ada peserta.',
  here: (name: string) => `Hadir: ${name}`,
  onlyAbsent: 'Belum hadir sahaja',
  all: 'Semua hadir',
  allConfirm: (count: number) =>
    `${formatNumber(count)} peserta yang belum ditandakan akan ditandakan hadir.`,
  allFailed: 'Kehadiran tidak dapat ditandakan',
  allDone: (count: number) => `${formatNumber(count)} peserta ditandakan hadir.`,
  codeHint:
    'Peserta mengimbas kod ini dengan telefon sendiri untuk daftar masuk. Kod bertukar setiap 30 saat.',
  codeFor: {
    joined: 'Ahli yang belum menyertai tidak diterima. Imbas kad mereka untuk menambah mereka sendiri.',
    walkIns: 'Ahli yang belum menyertai juga boleh daftar masuk dengan kod ini, selagi ada tempat.',
  },
  codeLabel: 'Kod untuk daftar masuk sendiri',
  codeChanges: (seconds: number) => `Bertukar dalam ${formatNumber(seconds)} saat`,
  codeOffline: 'Kod ini memerlukan rangkaian.',
  unknown: 'Kad',
  by: (name: string) => `oleh ${name}`,
}

/** Texts for the result of scanning a membership card or marking a name at check-in. */
export const markOutcomeText: Record<MarkOutcome | 'unsure' | 'refused', string> = {
  in: 'Masuk',
  added: 'Ditambah dan masuk',
  out: 'Dibatalkan',
  already: 'Sudah hadir',
  overruled: 'Diubah kemudian pada peranti lain',
  not_listed: 'Tiada dalam senarai',
  waiting: 'Dalam senarai menunggu',
  full: 'Sudah penuh',
  expired: 'Kad luput',
  withdrawn: 'Kad ditarik balik',
  foreign: 'Bukan kad kami',
  unsure: 'Belum dapat dipastikan',
  refused: 'Tidak diterima',
}

export const selfCheckInText = {
  title: 'Daftar masuk',
  working: 'Sedang mendaftar masuk…',
  in: 'Anda sudah didaftarkan masuk',
  added: 'Anda ditambah dan didaftarkan masuk',
  already: 'Anda sudah didaftarkan masuk sebelum ini',
  questions: 'Jawab soalan penganjur untuk daftar masuk',
  checkIn: 'Daftar masuk',
  at: (moment: string) => `Pada ${moment}`,
  failed: 'Anda tidak dapat didaftarkan masuk',
  noCode: 'Imbas kod QR yang dipaparkan di pintu dengan kamera telefon anda.',
  open: 'Buka aktiviti',
  again: 'Cuba lagi',
}

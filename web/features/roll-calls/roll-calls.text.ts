import { safetyLabels } from '#shared/labels.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const rollCallsText = {
  title: 'Semakan Keselamatan',
  subtitle: 'Dalam kecemasan: tanya semua orang di sebuah negara atau bandar sama ada mereka selamat.',
  list: 'Semakan keselamatan',
  empty: 'Belum ada semakan keselamatan. Mudah-mudahan tidak diperlukan.',
  ask: 'Mulakan semakan',
  open: 'Dibuka',
  closed: 'Ditutup',
  place: (country: string, city: string | null) => (city ? `${city}, ${country}` : country),
  back: 'Semua semakan',
}

export const askText = {
  title: 'Mulakan semakan keselamatan',
  intro:
    'Semua ahli di tempat ini ditanya serta-merta melalui loceng, telefon dan email, walau apa pun tetapan mereka.',
  country: 'Negara',
  choose: 'Sila pilih',
  city: 'Bandar',
  cityHelp: 'Kosongkan untuk seluruh negara. Ahli ditentukan mengikut bandar kelab mereka.',
  message: 'Apa yang berlaku',
  messageHelp: 'Satu atau dua ayat, contohnya: Gempa bumi di Osaka pagi ini. Sila jawab.',
  days: 'Padam semua jawapan selepas',
  dayCount: (count: number) => `${formatNumber(count)} hari`,
  cancel: 'Batal',
  submit: 'Tanya sekarang',
  submitting: 'Sedang bertanya...',
  done: 'Semua orang sedang ditanya',
  failed: 'Gagal memulakan semakan',
}

export const answerText = {
  asked: (name: string, when: string) => `Ditanya oleh ${name}, ${when}`,
  safe: 'Saya selamat',
  help: 'Saya perlukan bantuan',
  note: 'Catatan (pilihan)',
  noteHelp: 'Dihantar bersama jawapan anda.',
  sendNote: 'Hantar catatan',
  notePlace: 'Di mana anda sekarang (pilihan)',
  saidSafe: 'Anda menjawab: selamat. Terima kasih.',
  saidHelp: 'Anda menjawab: perlukan bantuan. Pentadbir negara anda telah dimaklumkan.',
  emergency: 'Jika nyawa terancam, hubungi nombor kecemasan tempatan dahulu.',
  change: 'Anda boleh menukar jawapan selagi semakan dibuka.',
  saved: 'Jawapan anda disimpan',
  failed: 'Gagal menyimpan jawapan',
  isClosed: 'Semakan ini sudah ditutup.',
  erased: (day: string) =>
    `Semua jawapan dipadam pada ${day}. Hanya pentadbir negara dan ibu pejabat dapat melihatnya.`,
}

export const boardText = {
  title: 'Jawapan',
  states: safetyLabels,
  stateOf: (label: string, count: number) => `${label} (${formatNumber(count)})`,
  filter: 'Tunjukkan',
  asking: (told: number, asked: number) =>
    `Sedang bertanya: ${formatNumber(told)} daripada ${formatNumber(asked)} orang.`,
  nobody: 'Tiada sesiapa di sini.',
  phone: 'Lihat nombor',
  phoneOf: (name: string) => `Lihat nombor telefon ${name}`,
  noPhone: 'Tiada nombor telefon',
  phoneFailed: 'Gagal membuka nombor telefon',
  phoneNote: 'Setiap nombor yang dibuka direkodkan, dan pemiliknya dimaklumkan.',
  more: 'Tunjukkan lagi',
  remind: 'Ingatkan yang belum menjawab',
  reminded: 'Peringatan sedang dihantar',
  remindFailed: 'Gagal menghantar peringatan',
  close: 'Tutup semakan',
  closeConfirm: 'Jawapan tidak lagi diterima dan nombor telefon tidak lagi boleh dilihat.',
  closedDone: 'Semakan ditutup',
  closeFailed: 'Gagal menutup semakan',
}

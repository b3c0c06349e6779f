import type { AnnouncementStatus } from '#shared/constants.ts'
import {
  maxAnnouncementDocuments,
  maxPollChoices,
} from '#shared/contracts/announcements/announcements.schemas.ts'
import { type Actor, getActorScope } from '#shared/policies.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export interface SenderNames {
  country: string | null
  club: string | null
}

/** Name of the sender of an announcement: the club, the country or the headquarters. */
export function formatSenderName({ country, club }: SenderNames): string {
  return club ?? (country ? `Negara ${country}` : 'Ibu Pejabat')
}

/** Sender name for a new announcement of this user, derived from the scope of the user's role. */
export function formatOwnSenderName(user: Actor): string {
  const reach = getActorScope(user)
  if (reach.over === 'club') return 'Kelab anda'
  return formatSenderName({ club: null, country: reach.over === 'country' ? reach.country : null })
}

export const announcementsText = {
  title: 'Hebahan',
  subtitle: 'Berita daripada kelab, negara dan ibu pejabat.',
  tabs: { mine: 'Untuk saya', managed: 'Saya urus' },
  tabsLabel: 'Hebahan siapa',
  list: 'Hebahan untuk saya',
  managedList: 'Hebahan yang anda urus',
  empty: 'Belum ada hebahan untuk anda. Yang baharu akan muncul di sini dan pada loceng.',
  managedEmpty: 'Belum ada hebahan. Tulis yang pertama untuk ahli anda.',
  more: 'Tunjukkan yang lebih lama',
  create: 'Hebahan baharu',
  rollCalls: 'Semakan keselamatan',
  unread: 'Baharu',
  urgent: 'Penting',
  poll: 'Ada soalan',
  corrected: 'Dibetulkan',
  correctedAt: (when: string) => `Dibetulkan ${when}`,
  statuses: {
    draft: 'Draf',
    scheduled: 'Dijadualkan',
    sending: 'Sedang dihantar',
    sent: 'Dihantar',
    withdrawn: 'Ditarik balik',
  } satisfies Record<AnnouncementStatus, string>,
  reached: (count: number) => `${formatNumber(count)} penerima`,
  goesOut: (when: string) => `Akan dihantar ${when}`,
  changed: (when: string) => `Diubah ${when}`,
}

export const viewText = {
  back: 'Semua hebahan',
  by: (sender: string, name: string) => `${sender} · ${name}`,
  withdrawn: 'Hebahan ini telah ditarik balik. Penerima tidak lagi melihatnya.',
  draft: 'Ini draf. Belum ada sesiapa yang menerimanya.',
  scheduled: (when: string) => `Hebahan ini akan dihantar ${when}.`,
  activity: 'Aktiviti berkaitan',
  files: 'Fail',
  edit: 'Sunting draf',
  correct: 'Betulkan',
  withdraw: 'Tarik balik',
  hold: 'Batalkan jadual',
  remove: 'Padam draf',
  withdrawConfirm:
    'Hebahan ini hilang daripada senarai dan loceng semua penerima. Email yang sudah dihantar tidak dapat ditarik balik.',
  removeConfirm: 'Draf ini dipadam untuk selama-lamanya.',
  withdrew: 'Hebahan ditarik balik',
  withdrawFailed: 'Gagal menarik balik hebahan',
  held: 'Jadual dibatalkan; hebahan kembali menjadi draf',
  holdFailed: 'Gagal membatalkan jadual',
  removed: 'Draf dipadam',
  removeFailed: 'Gagal memadam draf',
}

export const figuresText = {
  title: 'Penghantaran dan bacaan',
  told: 'Dimaklumkan',
  read: 'Dibuka',
  answered: 'Dijawab',
  mailed: 'Email dihantar',
  of: (count: number, total: number) => `${formatNumber(count)} daripada ${formatNumber(total)}`,
  progress: 'Kemajuan penghantaran',
  mailWaiting: (count: number) => `${formatNumber(count)} email masih menunggu giliran.`,
  mailRefused: (count: number) => `${formatNumber(count)} email ditolak oleh pelayan penerima.`,
  note: '“Dibuka” bermaksud dibuka di sini. Email tidak mengandungi penjejak, jadi bacaan melalui email tidak diketahui.',
  remind: 'Ingatkan yang belum membaca',
  remindConfirm: (count: number) =>
    `${formatNumber(count)} orang yang belum membuka hebahan ini akan diingatkan. Peringatan boleh dihantar sekali sehari.`,
  reminded: 'Peringatan sedang dihantar',
  remindFailed: 'Gagal menghantar peringatan',
  remindedAt: (when: string) => `Kali terakhir diingatkan ${when}.`,
}

export const pollText = {
  open: 'Pilih satu jawapan. Anda boleh menukarnya.',
  until: (when: string) => `Dibuka hingga ${when}.`,
  over: 'Soalan ini sudah ditutup.',
  anonymous: 'Pengirim hebahan hanya melihat bilangan, bukan siapa yang menjawab apa.',
  total: (count: number) => `${formatNumber(count)} jawapan`,
  answer: 'Hantar jawapan',
  change: 'Tukar jawapan',
  mine: 'jawapan anda',
  who: 'Siapa yang menjawab apa',
  nobody: 'Belum ada jawapan.',
  named: 'Pengirim hebahan dapat melihat siapa yang menjawab apa.',
  answered: 'Jawapan anda disimpan',
  failed: 'Gagal menyimpan jawapan',
  after: 'Keputusan dipaparkan selepas anda menjawab.',
}

export const composeText = {
  create: 'Hebahan baharu',
  edit: 'Sunting hebahan',
  correct: 'Betulkan hebahan',
  correctHelp:
    'Penerima melihat teks baharu dengan tanda “Dibetulkan”. Email yang sudah dihantar tidak berubah.',
  steps: { write: 'Tulis', check: 'Semak dan hantar' },
  title: 'Tajuk',
  body: 'Isi hebahan',
  bodyHelp: 'Perenggan dipisahkan dengan baris kosong.',
  tools: 'Format teks',
  bold: 'Tebal',
  boldWords: 'teks tebal',
  list: 'Senarai',
  listWords: 'satu perkara',
  link: 'Pautan',
  linkWords: 'teks pautan',
  image: 'Gambar',
  imageHelp: 'Satu gambar. Lokasi dan maklumat kamera dibuang.',
  documents: 'Fail',
  documentsHelp: `Sehingga ${maxAnnouncementDocuments} fail PDF, Word, Excel, PowerPoint atau OpenDocument, 20 MB setiap satu.`,
  activity: 'Aktiviti berkaitan',
  noActivity: 'Tiada',
  audience: 'Penerima',
  everybody: {
    all: 'Jika tiada pilihan dibuat, hebahan dihantar kepada semua ahli.',
    country: 'Jika tiada pilihan dibuat, hebahan dihantar kepada semua ahli di negara anda.',
    club: 'Jika tiada pilihan dibuat, hebahan dihantar kepada semua ahli kelab anda.',
  },
  countries: 'Negara',
  clubs: 'Kelab',
  roles: 'Peranan',
  levels: 'Peringkat pengajian',
  years: 'Tahun mula pengajian',
  participants: 'Peserta aktiviti',
  anyone: 'Semua',
  counting: 'Mengira penerima…',
  reaches: (count: number) => `Sampai kepada ${formatNumber(count)} orang`,
  countFailed: 'Penerima tidak dapat dikira. Sila cuba lagi.',
  urgent: 'Hebahan penting',
  urgentHelp: 'Sampai melalui loceng, telefon dan email kepada semua penerima, walau apa pun tetapan mereka.',
  poll: 'Tanya satu soalan',
  pollHelp: `Undian ringkas dengan 2 hingga ${maxPollChoices} jawapan.`,
  question: 'Soalan',
  choice: (index: number) => `Jawapan ${index}`,
  addChoice: 'Tambah jawapan',
  removeChoice: (index: number) => `Buang jawapan ${index}`,
  anonymous: 'Rahsiakan siapa yang menjawab apa',
  endsAt: 'Tutup soalan pada',
  endsAtHelp: 'Kosongkan jika tiada tarikh tutup.',
  cancel: 'Batal',
  saveDraft: 'Simpan draf',
  next: 'Seterusnya',
  back: 'Kembali menulis',
  saving: 'Sedang menyimpan...',
  saved: 'Draf disimpan',
  saveFailed: 'Gagal menyimpan hebahan',
  corrected: 'Hebahan dibetulkan',
  waitForFiles: 'Menunggu fail dimuat naik…',
  preview: 'Pratonton',
  previews: { phone: 'Pada telefon', mail: 'Dalam email' },
  when: 'Bila',
  now: 'Hantar sekarang',
  later: 'Hantar pada waktu lain',
  at: 'Waktu penghantaran',
  atHelp: 'Mengikut jam pada peranti ini. Penerima ditentukan pada waktu itu.',
  send: (count: number | undefined) =>
    count === undefined ? 'Hantar' : `Hantar kepada ${formatNumber(count)} orang`,
  schedule: 'Jadualkan',
  sending: 'Sedang menghantar...',
  sent: 'Hebahan sedang dihantar',
  scheduled: 'Hebahan dijadualkan',
  sendFailed: 'Gagal menghantar hebahan',
  mailSubject: 'Tajuk email',
  greeting: (name: string) => `Salam ${name},`,
  open: 'Buka hebahan',
  stop: 'Berhenti menerima hebahan melalui email',
  urgentMail: 'Penting: ',
}

import type { ActivityStatus } from '#shared/constants.ts'
import { formerMember } from '#shared/labels.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const activitiesText = {
  list: 'Senarai aktiviti',
  counters: 'Aktiviti mengikut status',
  search: 'Cari tajuk atau tempat',
  status: 'Status',
  allStatuses: 'Semua status',
  club: 'Kelab',
  allClubs: 'Semua kelab',
  empty: 'Tiada aktiviti dijumpai',
  clearFilters: 'Kosongkan penapis',
  noClub: 'Semua kelab',
  noDate: 'Tarikh belum ditetapkan',
  noPlace: 'Tempat belum ditetapkan',
  places: (taken: number, most: number | null) =>
    most === null
      ? `${formatNumber(taken)} peserta`
      : `${formatNumber(taken)} daripada ${formatNumber(most)} tempat`,
  waiting: (count: number) => `${formatNumber(count)} menunggu`,
  create: 'Cipta aktiviti',
  edit: (title: string) => `Sunting ${title}`,
  join: 'Sertai',
  joinOne: (title: string) => `Sertai ${title}`,
  joinQueue: 'Sertai senarai menunggu',
  joinQueueOf: (title: string) => `Sertai senarai menunggu ${title}`,
  leave: 'Tarik diri',
  leaveOne: (title: string) => `Tarik diri daripada ${title}`,
  leaveConfirm: {
    place:
      'Tempat anda akan diberikan kepada orang lain. Jika anda menyertai semula dan tempat sudah penuh, anda perlu menunggu.',
    waiting:
      'Anda akan kehilangan giliran. Jika anda menyertai semula, anda bermula di hujung senarai menunggu.',
  },
  joined: 'Berjaya menyertai aktiviti',
  queued: {
    title: 'Senarai menunggu',
    text: (place: number) =>
      `Aktiviti ini penuh. Anda berada di giliran ke-${formatNumber(place)} dan akan dimaklumkan apabila mendapat tempat.`,
  },
  joinFailed: 'Gagal menyertai aktiviti',
  left: 'Anda telah menarik diri',
  leaveFailed: 'Gagal menarik diri',
  mine: { registered: 'Anda menyertai', waiting: 'Anda menunggu tempat', attended: 'Anda hadir' },
  turn: (place: number) => `giliran ke-${formatNumber(place)}`,
}

export const dialogText = {
  create: 'Cipta aktiviti',
  edit: 'Sunting aktiviti',
  title: 'Tajuk',
  description: 'Penerangan',
  start: 'Mula',
  end: 'Tamat',
  endHelp: 'Jika kosong, aktiviti selesai sehari selepas bermula.',
  location: 'Tempat',
  maxParticipants: 'Had peserta',
  maxHelp: 'Kosongkan jika tiada had.',
  walkIns: 'Benarkan hadir tanpa mendaftar',
  walkInsHelp:
    'Ahli kelab atau negara penganjur yang belum menyertai boleh daftar masuk sendiri dengan kod di lokasi. Aktiviti tanpa kelab terbuka kepada semua ahli. Soalan ditanya dahulu dan had peserta tetap terpakai.',
  club: 'Kelab penganjur',
  noClub: 'Tiada kelab (untuk semua)',
  choose: 'Sila pilih',
  clubRequired: 'Sila pilih kelab penganjur',
  images: 'Gambar',
  imagesHelp: 'Sehingga 10 gambar. Lokasi dan maklumat kamera dibuang.',
  documents: 'Dokumen',
  documentsHelp: 'Sehingga 10 fail PDF, Word, Excel, PowerPoint atau OpenDocument, 20 MB setiap satu.',
  waitForFiles: 'Menunggu fail dimuat naik…',
  fixFiles: 'Buang atau cuba lagi fail yang gagal dahulu.',
  fixed: 'Aktiviti sudah bermula, jadi tarikh mula, had peserta, kelab dan soalan tidak boleh diubah lagi.',
  cancel: 'Batal',
  save: 'Simpan',
  saving: 'Sedang menyimpan...',
  created: 'Aktiviti berjaya dicipta',
  createFailed: 'Gagal mencipta aktiviti',
  updated: 'Aktiviti berjaya dikemas kini',
  updateFailed: 'Gagal mengemas kini aktiviti',
}

export const scopeText = {
  label: 'Aktiviti siapa',
  club: 'Kelab saya',
  country: 'Negara saya',
  all: 'Semua',
}

export const viewText = {
  label: 'Cara paparan',
  cards: 'Kad',
  calendar: 'Kalendar',
  agenda: 'Agenda',
  times: 'Akan datang atau yang lepas',
  upcoming: 'Akan datang',
  past: 'Yang lepas',
}

export const calendarText = {
  label: 'Kalendar aktiviti',
  caption: (month: string) => `${month}. Gunakan anak panah untuk bergerak antara hari.`,
  today: 'Hari ini',
  previous: 'Bulan sebelumnya',
  next: 'Bulan seterusnya',
  weekdays: [
    ['Isnin', 'I'],
    ['Selasa', 'S'],
    ['Rabu', 'R'],
    ['Khamis', 'K'],
    ['Jumaat', 'J'],
    ['Sabtu', 'S'],
    ['Ahad', 'A'],
  ] as const,
  day: (day: string, count: number) => (count === 0 ? day : `${day}, ${formatNumber(count)} aktiviti`),
  more: (count: number) => `+${formatNumber(count)} lagi`,
  chosen: 'Hari yang dipilih',
  nothing: 'Tiada aktiviti pada hari tersebut.',
  tooMany: (most: string) =>
    `Hanya ${most} aktiviti pertama ditunjukkan. Pilih kelab atau negara anda sahaja.`,
}

export const feedText = {
  button: 'Langgan',
  title: 'Langgan dalam kalendar anda',
  mine: 'Aktiviti yang saya sertai',
  mineHelp: 'Sentiasa terkini: perubahan masa, tempat dan pembatalan muncul dalam kalendar telefon anda.',
  club: 'Semua aktiviti kelab saya',
  clubHelp: 'Termasuk yang belum anda sertai.',
  otherClub: (name: string) => `Aktiviti ${name}`,
  open: 'Buat pautan',
  openFailed: 'Gagal membuat pautan',
  address: 'Pautan kalendar',
  secret: 'Sesiapa yang mempunyai pautan ini boleh melihat kalendar ini. Jangan kongsikan pautan ini.',
  subscribe: 'Buka dalam kalendar',
  copy: 'Salin pautan',
  copied: 'Disalin',
  revoke: 'Tarik balik',
  revokeOf: (title: string) => `Tarik balik pautan: ${title}`,
  revokeConfirm:
    'Kalendar yang melanggan pautan ini tidak akan dikemas kini lagi. Anda boleh membuat pautan baharu.',
  revoked: 'Pautan telah ditarik balik',
  revokeFailed: 'Gagal menarik balik pautan',
  add: 'Tambah ke kalendar',
}

export const seriesText = {
  repeat: 'Ulangan',
  kinds: [
    { value: '', label: 'Tidak berulang' },
    { value: 'week', label: 'Setiap minggu' },
    { value: 'fortnight', label: 'Setiap dua minggu' },
    { value: 'month', label: 'Setiap bulan' },
  ],
  times: 'Bilangan kali',
  timesHelp: (most: number) => `Termasuk yang pertama; paling banyak ${formatNumber(most)}.`,
  scope: 'Perubahan ini untuk',
  scopes: [
    { value: 'one', label: 'Aktiviti ini sahaja' },
    { value: 'following', label: 'Ini dan semua yang berikutnya' },
  ],
  cancelFollowing: 'Batalkan ini dan yang berikutnya',
  cancelFollowingConfirm:
    'Aktiviti ini dan semua yang berikutnya dalam siri ini dibatalkan, dan semua peserta dimaklumkan. Tindakan ini tidak boleh dibuat asal.',
  isSeries: 'Aktiviti berulang',
}

export const questionText = {
  title: 'Soalan kepada peserta',
  help: (most: number) =>
    `Ditanya semasa menyertai; hanya penganjur dan pembantu dapat melihat jawapan. Paling banyak ${formatNumber(most)}.`,
  number: (index: number) => `Soalan ${index}`,
  example: 'Contoh: Ada alahan makanan?',
  kindOf: (index: number) => `Jenis jawapan soalan ${index}`,
  kinds: [
    { value: 'text', label: 'Jawapan bertulis' },
    { value: 'choice', label: 'Pilih satu' },
  ],
  choices: 'Pilihan',
  choicesHelp: 'Satu setiap baris.',
  required: 'Wajib dijawab',
  add: 'Tambah soalan',
  remove: (index: number) => `Buang soalan ${index}`,
  ahead: (count: number) => `${formatNumber(count)} soalan ringkas daripada penganjur`,
  mine: 'Jawapan saya',
  waiting: 'Ada soalan yang menunggu jawapan anda.',
  saved: 'Jawapan anda telah disimpan',
  failed: 'Gagal menyimpan jawapan anda',
  answers: 'Jawapan',
  cancel: 'Batal',
  save: 'Simpan',
}

export const shareText = {
  title: 'Kongsi',
  copy: 'Salin',
  copied: 'Disalin',
  whatsapp: 'WhatsApp',
  sheet: 'Kongsi melalui aplikasi lain',
  address: 'Pautan aktiviti',
  membersOnly: 'Pautan ini untuk ahli: penerima perlu log masuk.',
}

export const publicText = {
  title: 'Halaman awam',
  isClosed: 'Tidak dibuka. Hanya ahli yang log masuk boleh membaca aktiviti ini.',
  isOpen: 'Sesiapa yang mempunyai pautan boleh membacanya tanpa log masuk.',
  open: 'Buka halaman awam',
  openConfirm:
    'Sesiapa yang mempunyai pautan akan melihat tajuk, masa, tempat, penerangan, kelab dan gambar pertama. Nama orang, bilangan peserta, fail dan soalan tidak ditunjukkan.',
  close: 'Tutup halaman awam',
  closeConfirm: 'Pautan yang sudah dikongsi tidak akan berfungsi lagi, dan tidak boleh dihidupkan semula.',
  look: 'Lihat halaman awam',
  opened: 'Halaman awam telah dibuka',
  closed: 'Halaman awam telah ditutup',
  failed: 'Gagal mengubah halaman awam',
}

export const helperText = {
  button: 'Pembantu',
  title: 'Pembantu aktiviti ini',
  help: 'Pembantu boleh menyunting aktiviti ini, melihat pesertanya dan menandakan kehadiran; tidak lebih daripada itu.',
  search: 'Cari nama',
  cancel: 'Batal',
  save: 'Simpan',
  saved: 'Pembantu telah dikemas kini',
  failed: 'Gagal menyimpan pembantu',
  list: (names: string) => `Dibantu oleh ${names}`,
}

export const timeText = {
  yours: 'waktu anda',
  zone: 'Zon waktu',
  hourOf: (label: string) => `Jam ${label.toLowerCase()}`,
  hours: (label: string) => `Jam, ${label.toLowerCase()}`,
  minutes: (label: string) => `Minit, ${label.toLowerCase()}`,
  part: (label: string) => `Pagi atau petang, ${label.toLowerCase()}`,
  parts: { am: 'pg', pm: 'ptg' },
}

/** Texts for start and end times that a clock change (daylight saving time) affects. */
export const clockText = {
  skipped: (label: string, time: string, town: string, instead: string) =>
    `${label}: pukul ${time} tidak wujud di ${town} pada hari itu kerana jam dicepatkan. Waktu sebenar ialah pukul ${instead}.`,
  twice: (label: string, time: string, town: string) =>
    `${label}: pukul ${time} berlaku dua kali di ${town} pada hari itu kerana jam dilewatkan. Pilih satu.`,
  first: (offset: string) => `Kali pertama (${offset})`,
  second: (offset: string) => `Kali kedua (${offset})`,
}

export const pageText = {
  back: 'Semua aktiviti',
  notFound: 'Aktiviti ini tidak dijumpai.',
  ofClub: 'Aktiviti kelab',
  pastOfClub: 'Aktiviti lepas',
  listOf: { upcoming: 'Senarai aktiviti kelab', past: 'Senarai aktiviti lepas' },
  when: 'Masa',
  where: 'Tempat',
  map: 'Buka peta',
  joining: 'Penyertaan',
  full: 'Penuh',
  left: (places: number) => `${formatNumber(places)} lagi`,
  queueHint: 'Apabila penuh, anda masuk senarai menunggu dan dapat melihat giliran anda.',
  walkInHint: 'Anda juga boleh hadir tanpa mendaftar selagi ada tempat. Imbas kod daftar masuk di lokasi.',
  hideMe: 'Sembunyikan saya',
  hideMeHelp: 'Peserta lain tidak melihat anda dalam “Siapa datang”. Penganjur tetap dapat melihat anda.',
  hideFailed: 'Gagal menyimpan pilihan anda',
  coming: 'Siapa datang',
  nobodyYet: 'Belum ada sesiapa. Jadilah yang pertama.',
  others: (count: number) => `+${formatNumber(count)}`,
  organizers: 'Penganjur',
  chat: 'Perbualan kelab',
  changed: 'Berubah sejak anda menyertai',
  timeWas: (time: string) => `Masa sebelum ini: ${time}`,
  placeWas: (place: string) => `Tempat sebelum ini: ${place}`,
  duplicate: 'Buat salinan',
  participants: 'Peserta',
  images: 'Gambar',
  image: (index: number) => `Gambar ${index}`,
  documents: 'Dokumen',
  formerMember,
  edit: 'Sunting',
  start: 'Mulakan',
  complete: 'Tandakan selesai',
  cancel: 'Batalkan aktiviti',
  startConfirm: 'Selepas ini tiada sesiapa lagi boleh menyertai atau menarik diri.',
  completeConfirm: 'Aktiviti akan ditandakan selesai. Kehadiran masih boleh ditandakan selepas ini.',
  cancelConfirm: 'Semua peserta dan yang menunggu akan dimaklumkan. Tindakan ini tidak boleh dibuat asal.',
  statusChanged: {
    planned: '',
    ongoing: 'Aktiviti telah bermula',
    completed: 'Aktiviti telah selesai',
    cancelled: 'Aktiviti telah dibatalkan',
  } satisfies Record<ActivityStatus, string>,
  statusFailed: 'Gagal menukar status aktiviti',
  name: 'Peserta',
  participantClub: 'Kelab',
  participantStatus: 'Status',
  since: 'Menyertai pada',
  attendance: 'Kehadiran',
  attended: (name: string) => `${name} hadir`,
  noParticipants: 'Belum ada peserta',
  cameSoFar: (came: number, all: number) => `${formatNumber(came)} daripada ${formatNumber(all)} hadir`,
  checkIn: 'Daftar masuk',
  attendanceFailed: 'Gagal menandakan kehadiran',
  none: '–',
}

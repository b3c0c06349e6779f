import type { FirstStep } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { formatNumber } from '#web/lib/format/format.ts'
export const dashboardText = {
  /** Malay greeting for the hour of the day. */
  greeting: (hour: number, name: string) => {
    const time = hour < 12 ? 'pagi' : hour < 14 ? 'tengah hari' : hour < 19 ? 'petang' : 'malam'
    return `Selamat ${time}, ${name}`
  },
  subtitle: 'Inilah keadaan kelab-kelab kita pada hari ini.',
  rollCalls: 'Semakan keselamatan',
  areYouSafe: (place: string) => `Adakah anda selamat? ${place}`,
  answerNow: 'Jawab sekarang',
  announcements: 'Hebahan yang belum dibaca',
  urgent: (title: string) => `Penting: ${title}`,
  headquarters: 'Ibu Pejabat',
  analytics: 'Analitik',
  figures: 'Angka utama',
  members: 'Jumlah ahli',
  countries: 'Jumlah negara',
  clubs: 'Jumlah kelab',
  pending: 'Menunggu kelulusan',
  pendingNote: 'lihat permohonan',
  thisMonth: 'bulan ini',
  newThisMonth: 'baharu bulan ini',
  topCountries: '5 negara teratas',
  education: 'Peringkat pengajian',
  memberUnit: 'ahli',
  noMembers: 'Belum ada ahli aktif',
  noCountries: 'Belum ada ahli di mana-mana negara',
  seeAll: 'Lihat semua',
  activities: 'Aktiviti terkini',
  allActivities: 'Semua aktiviti',
  noActivities: 'Tiada aktiviti terkini',
  noDate: 'Tarikh belum ditetapkan',
  users: 'Pendaftaran terkini',
  allUsers: 'Semua ahli',
  noUsers: 'Tiada pendaftaran terkini',
  noInstitution: 'Institusi tidak dinyatakan',
  mine: 'Untuk anda',
  myClub: 'Kelab saya',
  noClub: 'Anda belum menyertai mana-mana kelab. Pentadbir negara anda boleh memasukkan anda.',
  clubMembers: (count: string) => `${count} ahli`,
  openClub: 'Buka halaman kelab',
  myActivities: 'Aktiviti saya',
  noneJoined: 'Anda belum menyertai aktiviti yang akan datang.',
  findActivities: 'Cari aktiviti',
  mineStatus: { registered: 'Disahkan', waiting: 'Menunggu tempat', attended: 'Hadir' },
  myMessages: 'Mesej saya',
  unread: (count: number) =>
    count > 0 ? `${formatNumber(count)} belum dibaca` : 'Semua mesej sudah dibaca.',
  openMessages: 'Buka Komunikasi',
}

const steps: Record<FirstStep, { title: string; about: string }> = {
  name: {
    title: 'Namakan pertubuhan anda',
    about: 'Tetapkan APP_NAME dan ORG_NAME pada pelayan, kemudian mulakan semula pelayan.',
  },
  firstClub: {
    title: 'Cipta kelab pertama',
    about: 'Tetapkan negaranya, supaya orang boleh mendaftar di situ.',
  },
  mail: {
    title: 'Sediakan penghantaran email',
    about: 'Tetapkan SMTP_URL dan MAIL_FROM pada pelayan. Peti Keluar menunjukkan email yang dihantar.',
  },
  people: {
    title: 'Jemput ahli pertama',
    about: 'Kongsi pautan atau kod QR, atau import senarai ahli anda.',
  },
  photo: { title: 'Muat naik gambar anda', about: 'Supaya kad dan mesej anda mudah dikenali.' },
  club: { title: 'Sertai kelab', about: 'Pentadbir menetapkan kelab anda. Semak dalam profil anda.' },
  activity: { title: 'Sertai aktiviti pertama', about: 'Lihat apa yang dirancang berhampiran anda.' },
  notifications: {
    title: 'Hidupkan pemberitahuan pada peranti',
    about: 'Mesej dan perubahan sampai walaupun aplikasi ditutup.',
  },
  keys: {
    title: 'Simpan kunci penyulitan anda',
    about: 'Gunakan passkey atau frasa pemulihan, supaya mesej anda tidak hilang bersama peranti.',
  },
}

export const firstStepsText = {
  steps,
  ofMember: 'Langkah pertama anda',
  ofInstallation: 'Sediakan pertubuhan anda',
  progress: (done: number, all: number) => `${formatNumber(done)} daripada ${formatNumber(all)} selesai`,
  done: 'Selesai',
  open: 'Belum selesai',
  hide: 'Sembunyikan langkah pertama',
  comesBack: 'Boleh dipaparkan semula dalam Tetapan.',
}

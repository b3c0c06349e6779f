import type { OwnSession } from '#shared/contracts/account/account.schemas.ts'
import type { Channel } from '#shared/contracts/account/preferences.schemas.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const settingsText = {
  index: 'Bahagian tetapan',
  /** Headings of the settings groups by name. The name is also the hash in the group's URL. */
  groups: {
    entry: 'Akaun',
    security: 'Keselamatan',
    word: 'Pemberitahuan',
    look: 'Paparan dan peranti',
    data: 'Data saya',
  },
  actions: { change: 'Tukar', set: 'Tetapkan', manage: 'Urus', look: 'Lihat' },
  sections: {
    email: 'Email',
    password: 'Kata laluan',
    passkeys: 'Passkey',
    twoFactor: 'Pengesahan dua langkah',
    google: 'Google',
    devices: 'Peranti',
    notifications: 'Pilihan pemberitahuan',
    presence: 'Status dalam talian',
    appearance: 'Tema',
    install: 'Pasang pada peranti',
    firstSteps: 'Langkah pertama',
  },
  installHelp:
    'Buka Perantau dari skrin utama dengan sekali sentuh. Kad anda tetap ada walaupun tiada rangkaian.',
  emailHelp: 'Digunakan untuk log masuk dan menerima email daripada kami.',
  setPasswordHelp:
    'Anda log masuk dengan Google. Dengan kata laluan, anda boleh juga log masuk tanpa Google.',
  passwordHelp: 'Selepas ditukar, peranti lain perlu log masuk semula.',
  passkeysHelp:
    'Log masuk dengan cap jari, wajah atau PIN peranti anda, tanpa kata laluan dan tanpa menaip email.',
  twoFactorHelp:
    'Selain kata laluan, log masuk meminta kod daripada aplikasi pada telefon anda. Orang yang hanya tahu kata laluan anda tidak dapat masuk.',
  googleHelp: 'Log masuk dengan akaun Google anda, selain dengan cara lain.',
  devicesHelp:
    'Peranti yang sedang log masuk ke akaun anda. Log keluar peranti yang tidak anda kenali, kemudian tukar kata laluan anda.',
  presenceHelp:
    'Hanya dilihat oleh orang dalam kelab dan perbualan anda. Jika dimatikan, anda dan orang lain tidak dapat melihat status atau tanda menaip satu sama lain.',
  notificationsHelp: 'Pilih perkara yang dimaklumkan kepada anda, dan salurannya.',
  firstStepsHelp: 'Panduan ringkas untuk bermula. Kad ini hilang apabila semuanya selesai.',
  appearanceHelp: 'Disimpan pada peranti ini sahaja.',
}

/** Current state of each setting, shown in its collapsed row. */
export const rowText = {
  hasPassword: 'Ditetapkan',
  noPassword: 'Belum ditetapkan',
  linked: 'Disambungkan',
  notLinked: 'Tidak disambungkan',
  passkeys: (count: number) => (count > 0 ? `${formatNumber(count)} passkey` : 'Tiada'),
  on: 'Hidup',
  off: 'Mati',
  devices: (count: number) => `${formatNumber(count)} peranti sedang log masuk`,
  pushHere: 'Hidup pada peranti ini',
  noPushHere: 'Dalam Perantau sahaja pada peranti ini',
  quiet: (from: string, to: string) => `senyap ${from}–${to}`,
  shown: 'Ditunjukkan',
  notShown: 'Tidak ditunjukkan',
  installed: 'Sudah dipasang',
  notInstalled: 'Belum dipasang',
  unknown: 'Tidak dapat dimuatkan',
}

export const installText = {
  install: 'Pasang Perantau',
  installed: 'Perantau sudah dipasang pada peranti ini.',
  steps: {
    apple: [
      'Buka Perantau dalam Safari.',
      'Sentuh Kongsi (petak dengan anak panah ke atas).',
      'Pilih Tambah ke Skrin Utama, kemudian Tambah.',
    ],
    menu: [
      'Buka menu pelayar (tiga titik).',
      'Pilih Pasang aplikasi atau Tambah ke skrin utama.',
      'Sahkan, kemudian buka Perantau dari skrin utama.',
    ],
  },
}

export const passwordText = {
  password: 'Kata laluan baharu',
  submit: 'Tukar kata laluan',
  set: 'Tetapkan kata laluan',
  submitting: 'Sedang menukar...',
  changed: 'Kata laluan anda telah ditukar',
  failed: 'Kata laluan tidak dapat ditukar',
}

export const emailText = {
  waiting: 'email baharu menunggu pengesahan',
  confirmed: 'disahkan',
  notConfirmed: 'belum disahkan',
  pending: (email: string) =>
    `Pautan pengesahan telah dihantar ke ${email}. Email anda bertukar apabila pautan itu dibuka.`,
  email: 'Email baharu',
  submit: 'Hantar pautan pengesahan',
  submitting: 'Sedang menghantar...',
  failed: 'Email tidak dapat ditukar',
}

const signInMethods = { password: 'dengan kata laluan', google: 'dengan Google', passkey: 'dengan passkey' }

export const devicesText = {
  heading: 'Peranti yang sedang log masuk',
  device: (browser: string | null, system: string | null) =>
    [browser ?? 'Pelayar', system].filter(Boolean).join(' di '),
  unknown: 'Peranti tidak dikenali',
  current: 'Peranti ini',
  since: (day: string, method: OwnSession['method']) =>
    `Log masuk ${[method && signInMethods[method], day].filter(Boolean).join(', ')}`,
  lastUsed: (ago: string) => `Digunakan ${ago}`,
  inUse: 'Sedang digunakan',
  showAll: (count: number) => `Tunjukkan semua ${formatNumber(count)} peranti`,
  end: 'Log keluar',
  endNamed: (device: string) => `Log keluar ${device}`,
  ended: 'Peranti itu telah dilog keluar',
  endOthers: 'Log keluar semua peranti lain',
  endOthersConfirm: 'Semua peranti kecuali yang ini perlu log masuk semula.',
  endedOthers: (count: number) => `${formatNumber(count)} peranti telah dilog keluar`,
  failed: 'Peranti tidak dapat dilog keluar',
  onlyThis: 'Akaun anda hanya log masuk pada peranti ini.',
}

export const appearanceText = {
  theme: 'Tema',
  themes: { light: 'Terang', dark: 'Gelap', auto: 'Ikut sistem' },
}

const channels: Record<Channel, string> = { app: 'Aplikasi', mail: 'Email', push: 'Peranti' }

export const preferencesText = {
  channels,
  kind: 'Beritahu saya tentang',
  always: 'Keputusan permohonan dan email tentang keselamatan akaun anda sentiasa dihantar.',
  failed: 'Tetapan tidak dapat disimpan',
}

export const presenceText = {
  label: 'Tunjukkan apabila saya dalam talian dan kali terakhir saya dilihat',
  failed: 'Gagal menyimpan tetapan status dalam talian',
}

export const firstStepsText = { label: 'Tunjukkan pada Dashboard sehingga selesai' }

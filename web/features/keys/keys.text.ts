import type { TroubleKind } from '#web/lib/e2ee/key-trouble.ts'
import type { Obstacle } from '#web/lib/e2ee/my-keys.ts'
import { showNumber } from '#web/lib/format.ts'

export const keysText = {
  help: 'Apa yang dilindungi, dan apa yang tidak',
  step: (at: number, of: number) => `Langkah ${at} daripada ${of}`,
  cancel: 'Batal',
  failed: 'Kunci anda tidak dapat disediakan. Sila cuba lagi.',
}

export const refusalText = {
  title: 'Pelayar ini tidak dapat menggunakan penyulitan',
  reasons: {
    insecure:
      'Halaman ini dibuka tanpa sambungan selamat, jadi pelayar tidak membenarkan penyulitan. Buka laman ini melalui alamat yang bermula dengan https://.',
    outdated:
      'Pelayar ini terlalu lama. Kemas kini pelayar anda, atau gunakan Chrome, Edge, Firefox atau Safari yang terkini.',
    'no-storage':
      'Pelayar ini tidak membenarkan kunci anda disimpan, mungkin kerana tetingkap peribadi. Buka laman ini dalam tetingkap biasa.',
  } satisfies Record<Obstacle, string>,
  never: 'Mesej anda tidak akan dihantar tanpa penyulitan.',
}

export const beginText = {
  title: 'Sediakan kunci anda',
  intro:
    'Mesej yang disulitkan hanya dapat dibaca oleh ahli perbualan itu. Untuk membaca dan menulisnya anda memerlukan kunci sendiri, yang dibuat pada peranti ini dalam masa kira-kira dua minit.',
  begin: 'Sediakan kunci saya',
  beginning: 'Sedang membuat kunci...',
}

export const wordsText = {
  title: 'Simpan frasa pemulihan anda',
  intro:
    'Catat dua belas perkataan ini mengikut nombornya, sebaik-baiknya di atas kertas. Dengan frasa ini anda membuka mesej anda pada peranti lain.',
  warning:
    'Frasa ini ditunjukkan sekali sahaja dan tidak dapat dipulihkan oleh sesiapa. Jangan beri kepada orang lain, termasuk pentadbir.',
  list: 'Frasa pemulihan anda',
  copy: 'Salin',
  copied: 'Telah disalin',
  notCopied: 'Tidak dapat disalin. Pilih perkataan di atas dan salin sendiri.',
  print: 'Cetak',
  save: 'Simpan sebagai teks',
  saved: 'Saya telah menyimpannya',
  sheetTitle: (app: string) => `Frasa pemulihan ${app}`,
  sheetWarning: 'Simpan di tempat yang selamat. Jangan tunjukkan kepada sesiapa.',
  fileName: 'frasa-pemulihan.txt',
}

export const confirmText = {
  title: 'Sahkan frasa anda',
  intro: 'Taip tiga perkataan daripada catatan anda, untuk memastikan frasa itu disimpan dengan betul.',
  word: (at: number) => `Perkataan ke-${at}`,
  missing: (at: number) => `Taip perkataan ke-${at}`,
  wrong: (at: number) => `Ini bukan perkataan ke-${at}. Semak catatan anda.`,
  back: 'Lihat semula frasa',
  submit: 'Sahkan dan siapkan',
  submitting: 'Sedang menyimpan kunci...',
  restart: 'Mula semula',
}

export const passkeyText = {
  title: 'Guna passkey pada peranti ini juga',
  intro:
    'Dengan passkey, anda membuka kunci dengan cap jari, wajah atau PIN peranti, tanpa menaip frasa. Frasa anda masih berlaku, jadi simpan catatannya.',
  ready: 'Kunci anda sudah sedia pada peranti ini.',
  add: 'Guna passkey',
  adding: 'Menunggu passkey...',
  skip: 'Langkau',
}

export const restoreText = {
  title: 'Buka kunci anda pada peranti ini',
  intro:
    'Anda sudah mempunyai kunci, tetapi belum pada peranti ini. Masukkan frasa pemulihan anda untuk membaca mesej yang disulitkan di sini.',
  renewed:
    'Kunci anda telah diperbaharui pada peranti lain. Masukkan frasa pemulihan yang baharu untuk terus membaca dan menulis di sini.',
  phrase: 'Frasa pemulihan',
  phraseHelp: 'Dua belas perkataan mengikut susunannya, dipisahkan dengan jarak.',
  phraseMissing: 'Masukkan frasa pemulihan anda',
  submit: 'Buka kunci',
  submitting: 'Sedang membuka...',
  byPasskey: 'Buka dengan passkey',
  askingPasskey: 'Menunggu passkey...',
  lost: 'Saya kehilangan frasa saya',
}

export const renewText = {
  title: 'Buat kunci baharu?',
  consequences: [
    'Anda mendapat frasa pemulihan yang baharu. Frasa dan passkey yang lama tidak berguna lagi.',
    'Semua ahli dalam kumpulan anda diberitahu bahawa kunci anda telah berubah.',
    'Pentadbir setiap kumpulan perlu mengesahkan kunci baharu anda sebelum anda dapat membaca mesej baharu di situ.',
  ],
  unreadable: 'Mesej lama kekal tidak dapat dibaca pada peranti ini. Tiada sesiapa dapat mengembalikannya.',
  elsewhere: 'Peranti anda yang lain memerlukan frasa yang baharu.',
  cancel: 'Batal',
  submit: 'Buat kunci baharu',
  submitting: 'Sedang membuat kunci...',
}

export const keySettingsText = {
  has: 'Peranti ini mempunyai kunci anda',
  since: (moment: string) => `Sejak ${moment}`,
  devices: 'Peranti yang telah menerima kunci',
  unknownDevice: 'Ada yang anda tidak kenali? Perbaharui kunci anda di bawah, dan tukar kata laluan anda.',
  current: 'Peranti ini',
  given: (moment: string) => `Menerima kunci ${moment}`,
  showAll: (count: number) => `Tunjukkan semua ${showNumber(count)} peranti`,
  ways: 'Cara membuka kunci',
  phrase: 'Frasa pemulihan dua belas perkataan',
  passkeys: (count: number) => (count === 1 ? 'Satu passkey' : `${showNumber(count)} passkey`),
  addPasskey: 'Tambah passkey',
  addPasskeyHelp: 'Peranti ini tidak menyimpan frasa anda. Masukkannya sekali lagi untuk menambah passkey.',
  continue: 'Teruskan',
  passkeyAdded: 'Passkey telah ditambah',
  change: 'Tukar atau buang kunci',
  renew: 'Perbaharui kunci',
  renewHelp: 'Jika orang lain mungkin mengetahui frasa anda, atau anda kehilangannya.',
  forget: 'Buang kunci daripada peranti ini',
  forgetHelp: 'Pada komputer yang dikongsi, atau sebelum peranti ini diberi kepada orang lain.',
  forgetConfirm:
    'Mesej yang disulitkan tidak lagi dapat dibaca pada peranti ini, sehingga anda memasukkan frasa pemulihan anda semula. Pastikan anda masih menyimpannya.',
  forgetAction: 'Buang kunci',
  forgotten: 'Kunci telah dibuang daripada peranti ini',
  forgetFailed: 'Kunci tidak dapat dibuang. Sila cuba lagi.',
}

export const troubleTexts: Record<TroubleKind, (detail: string) => string> = {
  'word-count': count => `Frasa pemulihan mempunyai 12 perkataan; anda menaip ${count}.`,
  'unknown-words': words => `Tiada perkataan begini dalam mana-mana frasa: ${words}. Semak ejaannya.`,
  'never-a-phrase': () =>
    'Perkataan ini bukan satu frasa pemulihan. Semak susunannya, dan sama ada ada yang tersalah tulis.',
  'wrong-phrase': () =>
    'Ini frasa pemulihan, tetapi bukan untuk kunci anda sekarang. Jika anda pernah memperbaharui kunci, gunakan frasa yang terbaharu.',
  'other-card': () =>
    'Kunci yang dibuka tidak sama dengan kunci yang ditunjukkan pelayan kepada ahli lain. Jangan teruskan, dan hubungi pentadbir anda.',
  'not-stored': () =>
    'Kunci anda selamat, tetapi pelayar ini tidak dapat menyimpannya. Kosongkan sedikit ruang atau keluar daripada tetingkap peribadi, kemudian cuba lagi.',
  'passkey-refused': () => 'Passkey tidak digunakan. Cuba lagi, atau teruskan dengan frasa anda.',
  'passkey-unfit': () =>
    'Passkey pada peranti ini belum boleh menyimpan kunci. Teruskan dengan frasa pemulihan anda.',
  'passkey-known': () => 'Peranti ini sudah mempunyai passkey untuk kunci anda.',
  'wrong-passkey': () => 'Passkey ini tidak membuka kunci anda. Gunakan frasa pemulihan anda.',
}

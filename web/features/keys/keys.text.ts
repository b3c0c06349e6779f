import type { KeyErrorKind } from '#web/lib/e2ee/keys/key-error.ts'
import type { EncryptionObstacle } from '#web/lib/e2ee/keys/own-keys.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const keysText = {
  help: 'Apa yang dilindungi, dan apa yang tidak',
  step: (at: number, of: number) => `Langkah ${at} daripada ${of}`,
  cancel: 'Batal',
  failed: 'Tindakan ini tidak berjaya. Sila cuba lagi.',
  making: 'Sedang menyediakan kunci…',
  again: 'Cuba lagi',
}

export const keyReauthenticationText = {
  intro:
    'Sahkan diri anda dahulu, supaya orang lain yang menggunakan peranti ini tidak dapat mengambil kunci anda.',
  submit: 'Teruskan',
  submitting: 'Sedang menyemak...',
  noSeed:
    'Kunci pada peranti ini belum boleh disimpan dari sini. Buka kunci anda sekali lagi dengan cara yang sedia ada.',
}

/** Headings of the re-authentication step before each key task. */
export const taskTitles = {
  passkey: 'Simpan kunci dengan passkey',
  link: 'Sambungkan peranti lain',
  phrase: 'Simpan kunci dengan frasa pemulihan',
  renew: 'Perbaharui kunci',
}

export const encryptionUnavailableText = {
  title: 'Pelayar ini tidak dapat menggunakan penyulitan',
  reasons: {
    insecure:
      'Halaman ini dibuka tanpa sambungan selamat, jadi pelayar tidak membenarkan penyulitan. Buka aplikasi ini melalui alamat yang bermula dengan https://.',
    outdated:
      'Pelayar ini terlalu lama. Kemas kini pelayar anda, atau gunakan Chrome, Edge, Firefox atau Safari yang terkini.',
    'no-storage':
      'Pelayar ini tidak membenarkan kunci anda disimpan, mungkin kerana tetingkap peribadi. Buka aplikasi ini dalam tetingkap biasa.',
  } satisfies Record<EncryptionObstacle, string>,
  never: 'Mesej anda tidak akan dihantar tanpa penyulitan.',
}

export const phraseText = {
  title: 'Simpan frasa pemulihan anda',
  intro:
    'Dua belas perkataan Inggeris ini membuka kunci anda pada peranti lain. Catat mengikut nombornya, sebaik-baiknya di atas kertas, dan simpan seperti anda menyimpan pasport.',
  warning:
    'Frasa ini ditunjukkan sekali sahaja dan tidak dapat dipulihkan oleh sesiapa. Jangan berikan kepada orang lain, termasuk pentadbir.',
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

export const confirmPhraseText = {
  title: 'Sahkan frasa anda',
  intro: 'Taip tiga perkataan daripada catatan anda, untuk memastikan frasa itu disimpan dengan betul.',
  word: (at: number) => `Perkataan ke-${at}`,
  missing: (at: number) => `Taip perkataan ke-${at}`,
  wrong: (at: number) => `Ini bukan perkataan ke-${at}. Semak catatan anda.`,
  back: 'Lihat semula frasa',
  submit: 'Sahkan dan simpan',
  submitting: 'Sedang menyimpan...',
}

export const passkeyText = {
  title: 'Simpan kunci dengan passkey',
  intro:
    'Kunci anda disimpan pada pelayan, terkunci dengan passkey. Pada peranti lain yang mempunyai passkey yang sama, anda membukanya dengan cap jari, wajah atau PIN. Passkey ini hanya untuk kunci, bukan untuk log masuk.',
  add: 'Cipta passkey',
  adding: 'Menunggu passkey...',
}

export const recoveryMethodsText = {
  title: 'Simpan kunci anda',
  intro:
    'Kunci anda ada dalam pelayar ini. Jika peranti ini hilang atau pelayarnya dikosongkan, hanya cara di bawah yang dapat membuka semula mesej anda.',
  none: 'Belum ada cara lain yang pasti dapat memulihkan kunci anda. Simpan dengan sekurang-kurangnya satu cara.',
  passkey: 'Passkey',
  passkeyHelp: 'Cap jari, wajah atau PIN peranti anda. Paling mudah.',
  passkeyUnfit: 'Pelayar ini belum boleh menyimpan kunci dengan passkey.',
  addPasskey: 'Tambah passkey',
  alsoSignsIn: (moment: string) => `Passkey untuk log masuk dan kunci, ditambah ${moment}`,
  keyOnly: (moment: string) => `Passkey hanya untuk kunci, ditambah ${moment}`,
  link: 'Peranti lain',
  linkHelp: 'Telefon atau komputer anda yang lain menerima kunci terus daripada peranti ini.',
  linkOther: 'Sambungkan peranti lain',
  phrase: 'Frasa pemulihan',
  phraseHelp: 'Dua belas perkataan yang anda catat dan simpan sendiri.',
  makePhrase: 'Buat frasa',
  newPhrase: 'Buat frasa baharu',
  phraseMade: (moment: string) => `Frasa dibuat ${moment}`,
  remove: 'Buang',
}

/** Texts for linking a new device, shown on that device, which has no keys yet. */
export const linkThisDeviceText = {
  title: 'Sahkan pada peranti lain',
  waiting: (app: string) =>
    `Buka ${app} pada peranti anda yang mempunyai kunci. Permintaan daripada peranti ini muncul di situ.`,
  comparing: 'Adakah kod ini sama dengan kod pada peranti lain?',
  comparison: 'Kod perbandingan',
  same: 'Ya, kod sama',
  different: 'Tidak sama',
  receiving: 'Menunggu kunci daripada peranti lain…',
  refused:
    'Tiada apa-apa diterima. Cuba lagi, atau imbas kod QR. Jika kod masih berbeza, maklumkan kepada pentadbir anda.',
  other: 'Cara lain: imbas atau taip',
  steps: [
    'Pada peranti yang mempunyai kunci anda, buka Tetapan dan pergi ke Penyulitan.',
    'Pilih "Sambungkan peranti lain" dan sahkan diri anda.',
    'Imbas kod ini, atau taip nombornya. Jangan tunjukkan kod ini kepada orang lain.',
  ],
  code: 'Kod QR untuk menyambung peranti ini',
  digits: 'Atau taip nombor ini pada peranti yang lain:',
  left: (seconds: number) => `Sah ${formatNumber(seconds)} saat lagi`,
  over: 'Kod itu sudah luput.',
  again: 'Tunjukkan kod baharu',
}

/** Texts for a request of a new device, shown without being asked on a device that has the keys. */
export const approveDeviceText = {
  title: 'Peranti baharu meminta kunci anda',
  about: (name: string, place: string, time: string) => [name, place, time].filter(Boolean).join(' · '),
  hint: 'Teruskan hanya jika anda sedang log masuk pada peranti itu.',
  review: 'Semak',
  dismiss: 'Bukan saya',
  dismissed: 'Permintaan itu ditolak. Jika anda tidak mengenali peranti itu, tukar kata laluan anda.',
  question: (name: string) => `Beri kunci anda kepada ${name}?`,
  waiting: 'Menunggu peranti baharu…',
  comparing: 'Adakah kod ini sama dengan kod pada peranti baharu?',
  comparison: 'Kod perbandingan',
  consequence: 'Peranti itu akan dapat membaca mesej anda yang disulitkan dan menulis atas nama anda.',
  give: 'Kod sama, beri kunci',
  giving: 'Sedang menghantar...',
  different: 'Tidak sama',
  given: (name: string) => `Kunci dihantar kepada ${name}`,
  refused:
    'Tiada kunci dihantar. Kod yang berbeza bermakna ada pihak lain di tengah. Cuba lagi dengan mengimbas kod QR, atau maklumkan kepada pentadbir anda.',
  scan: 'Imbas kod QR',
  close: 'Tutup',
}

/** Texts for linking a new device, shown on the device that has the keys. */
export const linkOtherDeviceText = {
  title: 'Sambungkan peranti lain',
  intro:
    'Pada peranti baharu, log masuk, buka perbualan yang disulitkan atau Tetapan, dan pilih "Sahkan pada peranti lain". Halakan kamera ke kod yang ditunjukkan di situ, atau taip nombornya.',
  noCamera: 'Kamera tidak dapat digunakan. Taip nombor yang ditunjukkan pada peranti baharu.',
  digits: 'Nombor pada peranti baharu',
  digitsHelp: 'Tiga puluh angka.',
  missing: 'Taip nombor pada peranti baharu',
  find: 'Teruskan',
  finding: 'Sedang mencari...',
  question: (name: string) => `Beri kunci anda kepada ${name}?`,
  consequence:
    'Peranti itu akan dapat membaca semua mesej anda yang disulitkan dan menulis atas nama anda. Teruskan hanya jika peranti itu milik anda dan ada di hadapan anda.',
  give: 'Beri kunci',
  giving: 'Sedang menghantar...',
  given: 'Kunci telah dihantar',
  givenTo: (name: string) => `${name} kini boleh membuka mesej anda.`,
  finish: 'Selesai',
}

export const removeMethodText = {
  passkey: 'Buang passkey',
  phrase: 'Buang frasa pemulihan',
  other: 'Kunci anda tidak lagi dapat dibuka dengannya. Cara yang lain kekal.',
  last: 'Ini satu-satunya cara lain untuk membuka kunci anda. Jika peranti ini hilang selepas itu, mesej lama anda tidak dapat dibaca lagi oleh sesiapa.',
  submit: 'Buang',
  submitting: 'Sedang membuang...',
}

export const republishText = {
  title: 'Terbitkan semula kunci anda',
  intro:
    'Pelayan hanya mengenali kunci anda yang lama, mungkin kerana ia dipulihkan daripada sandaran. Kunci pada peranti ini lebih baharu dan masih milik anda.',
}

interface AlarmText {
  title: string
  about: (moment: string) => string
  steps?: string[]
}

export const alarmText: Record<'foreign' | 'replaced' | 'question' | 'behind', AlarmText> & {
  unknownTime: string
  help: string
  stopped: string
  isOwn: string
  isNotOwn: string
  settings: string
  republish: string
  restore: string
  renew: string
  accepted: { title: string; about: string }
} = {
  unknownTime: 'masa yang tidak diketahui',
  help: 'Apa maksudnya',
  stopped: 'Tiada mesej yang disulitkan dihantar sehingga anda menjawab.',
  isOwn: 'Ya, saya',
  isNotOwn: 'Bukan saya',
  settings: 'Buka Tetapan',
  republish: 'Terbitkan semula kunci',
  restore: 'Ambil kunci baharu',
  renew: 'Ganti kunci itu dengan kunci saya',
  foreign: {
    title: 'Ada kunci lain diterbitkan atas nama anda',
    about: moment =>
      `Sejak ${moment}, pelayan menunjukkan kunci yang bukan milik anda kepada orang lain. Mesej yang dihantar kepada anda mungkin dibaca oleh orang lain, dan orang lain mungkin menyamar sebagai anda.`,
    steps: [
      'Tukar kata laluan anda dan log keluar semua peranti lain dalam Tetapan.',
      'Perbaharui kunci anda dalam Tetapan.',
      'Maklumkan kepada pentadbir anda dan orang yang anda hubungi, melalui cara lain.',
    ],
  },
  replaced: {
    title: 'Kunci lain diterbitkan atas nama anda. Adakah itu anda?',
    about: moment =>
      `Pada ${moment}, kunci anda diganti, walaupun sudah ada mesej untuk kunci pada peranti ini. Jika bukan anda yang menggantinya, orang lain mungkin menyamar sebagai anda.`,
  },
  question: {
    title: 'Kunci baharu dibuat pada peranti lain. Bukan anda?',
    about: moment =>
      `Kunci itu dibuat pada ${moment}. Belum ada mesej untuk kunci pada peranti ini, dan tiada apa-apa dibuang sebelum anda menjawab.`,
  },
  accepted: {
    title: 'Ambil kunci baharu anda di sini',
    about: 'Perbualan yang disulitkan dapat dibaca pada peranti ini selepas kunci baharu diambil.',
  },
  behind: {
    title: 'Pelayan tidak mengenali kunci anda yang terbaharu',
    about: () =>
      'Pelayan menunjukkan kunci anda yang lama kepada orang lain, mungkin kerana ia dipulihkan daripada sandaran. Terbitkan semula kunci pada peranti ini.',
  },
}

/** Texts for a user who says that the published keys are not theirs. */
export const takeBackText = {
  title: 'Ganti kunci itu dengan kunci anda',
  steps: [
    'Tukar kata laluan anda dan log keluar semua peranti lain dalam Tetapan.',
    'Ganti kunci itu di sini. Kunci baharu dibuat pada peranti ini, dan mesej lama anda kekal dapat dibaca.',
    'Maklumkan kepada pentadbir anda dan orang yang anda hubungi, melalui cara lain.',
  ],
}

export const backupHintText = {
  title: 'Simpan kunci anda',
  about:
    'Mesej yang disulitkan hanya dapat dibuka pada peranti ini. Simpan kunci anda supaya mesej tidak hilang jika peranti ini hilang.',
  keep: 'Simpan sekarang',
  later: 'Kemudian',
}

export const keysSignOutText = {
  title: 'Simpan kunci sebelum log keluar?',
  about:
    'Belum ada cara lain yang pasti dapat memulihkan kunci anda. Jika kunci ini hilang, mesej yang disulitkan tidak dapat anda baca lagi.',
  keep: 'Simpan kunci dahulu',
  leave: 'Log keluar, tinggalkan kunci di sini',
  leaveHelp: 'Hanya pada peranti anda sendiri.',
  remove: 'Log keluar dan padam kunci',
  removeHelp: 'Mesej lama anda mungkin hilang untuk selama-lamanya.',
}

export const nameText = {
  title: 'Nama anda pada pelayan tidak sama dengan yang anda tandatangani',
  differs: (signed: string, shown: string) =>
    `Anda menandatangani nama "${signed}", tetapi pelayan menunjukkan "${shown}". Jika anda sendiri yang menukarnya, tandatangani nama yang baharu. Jika tidak, maklumkan kepada pentadbir anda.`,
  none: (shown: string) =>
    `Nama "${shown}" belum ditandatangani dengan kunci anda sekarang. Tandatangani nama itu jika betul.`,
  sign: (shown: string) => `Tandatangani "${shown}"`,
  signed: 'Nama anda telah ditandatangani',
  failed: 'Nama anda tidak dapat ditandatangani. Sila cuba lagi.',
}

export const restoreText = {
  title: 'Pulihkan kunci anda pada peranti ini',
  intro:
    'Kunci anda ada pada peranti lain. Sahkan di situ, dan perbualan yang disulitkan terus terbuka di sini. Kumpulan yang tidak disulitkan boleh digunakan seperti biasa.',
  foreign:
    'Kunci yang diterbitkan atas nama anda bukan kunci pada peranti ini. Jangan buka kunci itu. Perbaharui kunci anda; mesej lama kekal dapat dibaca.',
  renew: 'Perbaharui kunci saya',
  byDevice: 'Sahkan pada peranti lain',
  phrase: 'Frasa pemulihan',
  phraseHelp: 'Dua belas perkataan mengikut susunannya, dipisahkan dengan jarak.',
  phraseMissing: 'Masukkan frasa pemulihan anda',
  submit: 'Pulihkan kunci',
  submitting: 'Sedang memulihkan...',
  byPasskey: 'Pulihkan dengan passkey',
  askingPasskey: 'Menunggu passkey...',
  lost: 'Tiada peranti, passkey atau frasa',
}

export const renewText = {
  title: 'Buat kunci baharu?',
  consequences: [
    'Kunci lama tidak digunakan lagi. Frasa, passkey dan peranti lain yang lama perlu disediakan semula.',
    'Ahli dalam kumpulan anda dimaklumkan bahawa kunci anda telah berubah, dan pentadbir kumpulan mungkin perlu mengesahkannya sebelum anda dapat membaca mesej baharu di situ.',
    'Anda akan menerima email tentang perubahan ini.',
  ],
  unreadable: 'Mesej lama tidak dapat dibaca lagi. Tiada sesiapa dapat mengembalikannya.',
  readable: 'Mesej lama kekal dapat dibaca, di sini dan pada setiap peranti yang membuka kunci baharu.',
  submit: 'Buat kunci baharu',
  submitting: 'Sedang membuat kunci...',
}

export const keysRowText = {
  title: 'Penyulitan',
  action: 'Urus',
  help: 'Kunci anda untuk mesej yang disulitkan. Ia tiada kaitan dengan kata laluan, dan tidak dapat dipulihkan oleh pentadbir.',
  here: 'Kunci ada pada peranti ini',
  elsewhere: 'Kunci tiada pada peranti ini',
  none: 'Belum ada kunci',
  unknown: 'Tidak dapat dimuatkan',
}

export const keySettingsText = {
  has: 'Peranti ini mempunyai kunci anda',
  since: (moment: string) => `Sejak ${moment}`,
  devices: 'Peranti yang telah menerima kunci',
  unknownDevice:
    'Ada peranti yang tidak anda kenali? Perbaharui kunci anda di bawah, dan tukar kata laluan anda.',
  current: 'Peranti ini',
  given: (moment: string) => `Menerima kunci ${moment}`,
  showAll: (count: number) => `Tunjukkan semua ${formatNumber(count)} peranti`,
  phraseSaved: 'Kunci anda disimpan dengan frasa pemulihan',
  passkeyAdded: 'Kunci anda disimpan dengan passkey',
  wayRemoved: 'Cara itu telah dibuang',
  change: 'Tukar atau buang kunci',
  renew: 'Perbaharui kunci',
  renewHelp: 'Jika orang lain mungkin mendapat kunci atau frasa anda.',
  forget: 'Buang kunci daripada peranti ini',
  forgetHelp: 'Pada komputer yang dikongsi, atau sebelum peranti ini diberi kepada orang lain.',
  forgetConfirm:
    'Mesej yang disulitkan tidak lagi dapat dibaca pada peranti ini sehingga anda membuka kunci semula dengan cara yang lain.',
  forgetLast:
    'Belum ada cara lain yang pasti dapat memulihkan kunci anda. Jika dibuang, mesej lama mungkin tidak dapat anda baca lagi. Simpan kunci anda dahulu.',
  forgetAction: 'Buang kunci',
  forgotten: 'Kunci telah dibuang daripada peranti ini',
  forgetFailed: 'Kunci tidak dapat dibuang. Sila cuba lagi.',
}

export const keyErrorTexts: Record<KeyErrorKind, (detail: string) => string> = {
  'word-count': count => `Frasa pemulihan mempunyai 12 perkataan; anda menaip ${count}.`,
  'unknown-words': words => `Tiada perkataan begini dalam mana-mana frasa: ${words}. Semak ejaannya.`,
  'never-a-phrase': () => 'Ini bukan frasa pemulihan. Semak susunan dan ejaan perkataannya.',
  'wrong-phrase': () =>
    'Ini frasa pemulihan, tetapi bukan untuk kunci anda sekarang. Jika anda pernah memperbaharui kunci, gunakan frasa yang terbaharu.',
  'other-card': () =>
    'Kunci yang dibuka tidak sama dengan kunci yang ditunjukkan pelayan kepada ahli lain. Jangan teruskan, dan hubungi pentadbir anda.',
  late: () => 'Kunci anda baru sahaja diperbaharui di tempat lain. Muat semula halaman ini.',
  'not-stored': () =>
    'Kunci anda selamat, tetapi pelayar ini tidak dapat menyimpannya. Kosongkan sedikit ruang atau keluar daripada tetingkap peribadi, kemudian cuba lagi.',
  'no-code': () => 'Ini bukan kod untuk menyambungkan peranti. Kod itu mempunyai tiga puluh angka.',
  'link-unknown': () =>
    'Kod ini tidak dikenali atau sudah luput. Semak angkanya, pastikan kedua-dua peranti log masuk dengan akaun yang sama, atau tunjukkan kod baharu.',
  'link-over': () => 'Permintaan itu sudah luput atau dijawab pada peranti lain. Mulakan permintaan baharu.',
  'link-forged': () =>
    'Apa yang diterima tidak datang daripada peranti yang menunjukkan kod itu. Tiada apa-apa dihantar atau disimpan. Maklumkan kepada pentadbir anda.',
  'passkey-refused': () => 'Passkey tidak digunakan. Sila cuba lagi, atau gunakan cara lain.',
  'passkey-unfit': () => 'Passkey pada peranti ini belum boleh menyimpan kunci. Gunakan cara lain.',
  'passkey-known': () => 'Peranti ini sudah mempunyai passkey untuk kunci anda.',
  'wrong-passkey': () => 'Passkey ini tidak membuka kunci anda. Gunakan cara lain.',
}

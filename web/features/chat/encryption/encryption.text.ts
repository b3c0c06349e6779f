import type { Refusal } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const encryptionText = {
  encrypted:
    'Mesej kumpulan ini dilindungi oleh penyulitan hujung ke hujung. Hanya ahli dalam senarai boleh membacanya.',
  encryptedShort: 'Disulitkan hujung ke hujung',
  clubReaders: 'Ahli yang diluluskan kelab dimasukkan secara automatik; semak senarai pembaca.',
  limits: 'Ketahui hadnya',
  notEncrypted:
    'Saluran ini tidak disulitkan hujung ke hujung. Mesej dilindungi semasa penghantaran; pentadbir sistem boleh membacanya.',
  clubNotEncrypted:
    'Kumpulan ini belum disulitkan. Mesej dilindungi semasa penghantaran; pentadbir sistem boleh membacanya.',
  notEncryptedShort: 'Tidak disulitkan',
  waiting: 'Menunggu kunci…',
  locked: 'Tidak dapat dinyahsulit pada peranti ini',
  before: 'Dihantar semasa anda tiada dalam senarai pembaca',
  forged: 'Mesej ini gagal disahkan dan tidak dipaparkan',
  plain: 'Dihantar tanpa penyulitan; pengirimnya tidak dapat disahkan',
  keyChanged: (name: string) => `Kunci keselamatan ${name} telah berubah`,
  sealedPreview: 'Mesej disulitkan',
  preparing: 'Sedang menyediakan perbualan…',
  peerKeyless: (name: string) =>
    `Disimpan pada peranti anda. Dihantar apabila aplikasi ini terbuka di sini selepas ${name} log masuk buat kali pertama.`,
  alone:
    'Disimpan pada peranti anda. Dihantar apabila aplikasi ini terbuka di sini selepas seorang ahli lain log masuk.',
  peerKeyChanged: 'Disimpan pada peranti anda. Dihantar selepas kunci baharu penerima disahkan di sini.',
  outside:
    'Seorang pentadbir kumpulan perlu membuka aplikasi sebelum anda boleh membaca dan menulis di sini.',
  outsideDirect: (name: string) =>
    `${name} perlu mengesahkan kunci baharu anda sebelum perbualan ini diteruskan.`,
  full: `Hanya ${formatNumber(500)} orang boleh membaca kumpulan yang disulitkan, dan senarai ini sudah penuh. Anda tidak dapat membaca mesejnya.`,
  nearlyFull: (count: number) =>
    `Kelab ini mempunyai ${formatNumber(count)} ahli. Kumpulan yang disulitkan boleh dibaca oleh ${formatNumber(500)} orang sahaja; ahli selepas itu tidak akan dapat membacanya.`,
  unborn: 'Pemilik kumpulan ini belum membukanya. Mesej boleh dihantar selepas itu.',
  ownKeysDisputed: 'Kunci lain diterbitkan atas nama anda. Jawab soalan di atas sebelum menulis di sini.',
  behindTitle: 'Kumpulan ini sedang dipulihkan',
  behind:
    'Pelayan kehilangan sebahagian maklumat kumpulan ini, mungkin selepas sandaran lama dipulihkan. Peranti ahli sedang mengembalikannya, dan mesej boleh dihantar selepas itu.',
  halted: (name: string) =>
    `Anda pernah mengesahkan kunci lama ${name}. Bandingkan nombor baharu ini dengan ${name}. Tiada apa-apa dihantar di sini sebelum anda menerimanya.`,
  restarted: (name: string) => `Senarai pembaca dimulakan semula oleh ${name}`,
  restartedHint: (name: string) =>
    `Tiada lagi ahli lama yang dapat mengesahkan senarai itu. Bandingkan nombor ini dengan ${name}, secara bersemuka atau melalui telefon, sebelum menerimanya.`,
  acceptRestart: 'Terima senarai baharu',
  mayRestart:
    'Jika tiada lagi ahli dalam senarai lama yang masih aktif, anda boleh memulakan senarai baharu sebagai pentadbir kelab.',
  restart: 'Mulakan senarai baharu',
  restartConfirm:
    'Ahli yang pernah berada dalam senarai lama perlu menerima senarai baharu ini, dan akan diminta membandingkan nombor keselamatan dengan anda. Mesej lama hanya dapat dibaca oleh orang yang sudah boleh membacanya.',
  admitNew: (names: string) => `Menunggu akses: ${names}`,
  admitNewHint: 'Beri akses hanya jika anda mengenali mereka sebagai ahli kumpulan ini.',
  admitBack: (name: string) => `${name} kembali ke kumpulan ini`,
  admitBackHint:
    'Orang ini pernah dikeluarkan daripada senarai pembaca. Beri akses hanya jika itu memang betul.',
  admit: 'Beri akses',
  admitting: 'Akses diberikan',
  admitFailed: 'Gagal memberi akses',
  changedHint:
    'Biasanya kerana peranti baharu atau kunci yang hilang. Jika ragu, bandingkan nombor keselamatan dahulu.',
  acceptChange: 'Sahkan kunci baharu',
  understood: 'Faham',
  someone: 'Seorang ahli',
  section: 'Penyulitan',
  safetyNumber: 'Nombor keselamatan',
  safetyHint: (name: string) =>
    `Bandingkan nombor ini dengan ${name}, secara bersemuka atau melalui panggilan telefon. Jika sama, tiada orang lain yang membaca di antara anda berdua.`,
  isVerified: (moment: string) => `Disahkan pada ${moment}`,
  notVerified: 'Belum disahkan',
  verify: 'Nombor ini sama',
  verified: 'Kunci telah disahkan',
  verifyFailed: 'Pengesahan tidak dapat disimpan. Sila cuba lagi.',
  acceptNext: 'Terima tanpa membandingkan',
  groupCode: 'Kod kumpulan',
  groupCodeHint:
    'Setiap ahli dalam senarai melihat kod yang sama. Jika berbeza, ada antara anda yang ditunjukkan senarai lain.',
  readers: (count: number) => `${formatNumber(count)} orang dalam senarai boleh membaca mesej baharu.`,
  turnOn: 'Hidupkan penyulitan hujung ke hujung',
  turnOnTitle: 'Hidupkan penyulitan?',
  turnOnPoints: [
    'Mulai sekarang hanya ahli dalam senarai boleh membaca mesej baharu. Pelayan tidak boleh.',
    'Ahli kelab dimasukkan ke dalam senarai secara automatik oleh pelayar pentadbir senarai.',
    'Mesej lama kekal seperti sedia ada.',
    'Tindakan ini tidak boleh dibuat asal.',
  ],
  turnOnAction: 'Hidupkan',
  findMessages: 'Cari dalam perbualan',
  missing: (count: number, name: string) =>
    count === 1
      ? `Satu mesej daripada ${name} tidak sampai di sini`
      : `${formatNumber(count)} mesej daripada ${name} tidak sampai di sini`,
  turned: 'Susunan mesej ini telah diubah',
  outdatedVersion: 'Bukan versi terakhir: pelayan tidak menunjukkan perubahan yang lebih baharu',
  serverTime: (moment: string) => `pelayan: ${moment}`,
}

/** Texts for conversations whose claims cannot be true, by the reason of the conversation core. */
export const refusalText = {
  title: 'Maklumat pelayan tentang perbualan ini tidak benar — penghantaran dihentikan',
  short: 'Tidak dipaparkan: maklumat pelayan tidak benar',
  reasons: {
    relabelled:
      'Pelayan menunjukkan perbualan ini sebagai jenis yang lain daripada yang diketahui peranti anda.',
    'another-peer': 'Pelayan menunjukkan orang lain daripada orang yang berbual dengan anda di sini.',
    'peer-unknown': 'Peranti ini tidak tahu siapa orang yang berbual dengan anda di sini.',
    second:
      'Pelayan menunjukkan lebih daripada satu kumpulan bagi negara, kelab atau kumpulan global anda. Kumpulan ini tidak dapat dipercayai.',
    foreign: 'Pelayan menunjukkan kumpulan negara atau kelab yang bukan milik anda.',
  } satisfies Record<Refusal, string>,
}

/** Texts of alarms about failed verification, by reason code. */
export const alarmText = {
  broken: 'Senarai ahli gagal disahkan — penghantaran dihentikan',
  reasons: {
    'person-swapped': (name: string) =>
      `Dua kunci yang berlainan ditunjukkan sebagai kunci ${name}. Salah satunya palsu. Bandingkan nombor keselamatan dengan ${name}, secara bersemuka atau melalui telefon.`,
    'restarted-over-me': () =>
      'Senarai pembaca dimulakan semula walaupun anda masih berada dalam senarai lama. Tanya pentadbir kelab secara terus.',
    'vault-withheld': () =>
      'Peranti ini diberi catatan yang lebih lama daripada yang diketahui peranti anda yang lain.',
    'vault-forged': () => 'Catatan kunci anda pada pelayan bukan ditulis oleh anda.',
    'entries-withheld': () => 'Perubahan pada senarai ahli disembunyikan daripada peranti ini.',
    'chain-replaced': () =>
      'Senarai ahli yang ditunjukkan bukan senarai yang telah disahkan pada peranti anda.',
  } as Record<string, (name: string) => string>,
  other: 'Apa yang dihantar pelayan tidak sepadan dengan apa yang ditandatangani ahli kumpulan ini.',
  hint: 'Jangan tulis perkara sulit dalam aplikasi ini sebelum bertanya terus kepada pentadbir kelab anda.',
  takeRestart:
    'Terima hanya selepas anda memastikan sendiri dengan pentadbir kelab bahawa senarai itu memang perlu dimulakan semula, dan membandingkan nombor keselamatan dengannya.',
  over: 'Semakan terakhir tidak menemui masalah lagi.',
  dismiss: 'Saya telah menyemaknya',
}

/** Texts for roster changes, shown between the messages. */
export const rosterText = {
  began: (by: string) => `${by} memulakan penyulitan`,
  added: (by: string, names: string) => `${by} memasukkan ${names} ke dalam senarai pembaca`,
  renewed: (by: string, names: string) => `${by} mengesahkan kunci atau peranan ${names}`,
  removed: (by: string, names: string) => `${by} mengeluarkan ${names} daripada senarai pembaca`,
  left: (by: string) => `${by} keluar daripada senarai pembaca`,
  restarted: (by: string) => `${by} memulakan senarai pembaca yang baharu`,
  andOthers: (names: string, count: number) => `${names} dan ${formatNumber(count)} lagi`,
}

export const readersText = {
  title: 'Senarai pembaca',
  hint: 'Disahkan pada peranti anda. Hanya orang dalam senarai ini boleh membaca mesej baharu.',
  admin: 'Pentadbir senarai',
  deputy: 'Timbalan pentadbir senarai',
  departed: 'Tidak lagi dalam kumpulan',
  unsigned: 'Dalam kumpulan, tetapi belum boleh membaca',
  formerly: (name: string) => `dahulu ${name}`,
  verified: 'Disahkan',
  details: (name: string) => `Keselamatan ${name}`,
  appoint: 'Jadikan pentadbir senarai',
  appointConfirm: (name: string) =>
    `${name} akan dapat memasukkan dan mengeluarkan pembaca, dan menyerahkan tugas itu kepada orang lain.`,
  appointed: 'Pentadbir senarai ditambah',
  dismiss: 'Tarik balik peranan pentadbir senarai',
  dismissed: 'Peranan pentadbir senarai ditarik balik',
  appointFailed: 'Senarai tidak dapat diubah. Sila cuba lagi.',
  showAll: (count: number) => `Tunjukkan semua ${formatNumber(count)} orang`,
}

export const scanText = {
  show: 'Tunjukkan kod saya',
  scan: 'Imbas kod',
  mine: 'Kod kunci saya',
  showHint: (name: string) =>
    `Minta ${name} mengimbas kod ini daripada skrin anda, dalam maklumat perbualan yang sama.`,
  scanHint: (name: string) => `Halakan kamera ke kod pada skrin ${name}.`,
  noCamera: 'Kamera tidak dapat digunakan. Bandingkan nombor di atas.',
  different: (name: string) =>
    `Kod ini bukan kunci ${name} yang diketahui peranti anda. Jangan tulis apa-apa yang sulit, dan maklumkan kepada pentadbir anda.`,
  other: (name: string) => `Kod ini bukan kod kunci ${name}.`,
}

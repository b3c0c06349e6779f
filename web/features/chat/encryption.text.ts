import { showNumber } from '#web/lib/format.ts'
export const encryptionText = {
  encrypted:
    'Mesej kumpulan ini dilindungi oleh penyulitan hujung ke hujung. Hanya ahli dalam senarai boleh membacanya.',
  limits: 'Ketahui hadnya',
  notEncrypted:
    'Saluran ini tidak disulitkan hujung ke hujung. Mesej dilindungi semasa penghantaran dan simpanan; pentadbir sistem boleh membacanya.',
  waiting: 'Menunggu kunci…',
  locked: 'Tidak dapat dinyahsulit pada peranti ini',
  before: 'Dihantar sebelum anda dimasukkan ke dalam senarai',
  forged: 'Mesej ini gagal disahkan dan tidak dipaparkan',
  plain: 'Dihantar sebelum penyulitan dihidupkan',
  keyChanged: (name: string) => `Kunci keselamatan ${name} telah berubah`,
  broken: 'Senarai ahli gagal disahkan — penghantaran dihentikan',
  brokenHint:
    'Jangan hantar apa-apa yang penting melalui saluran lain dalam aplikasi ini sebelum bertanya terus kepada pentadbir kelab anda.',
  sealedPreview: 'Mesej disulitkan',
  peerKeyless: (name: string) =>
    `${name} belum menyediakan kuncinya. Anda boleh menulis sebaik sahaja ${name} membuka perbualan ini.`,
  outside: 'Kunci anda sedia. Pentadbir kumpulan perlu membuka kumpulan ini untuk memberi anda akses.',
  outsideDirect: (name: string) =>
    `Kunci anda sedia. ${name} perlu membuka perbualan ini untuk memberi anda akses.`,
  alone:
    'Belum ada ahli lain yang menyediakan kunci. Anda boleh menulis sebaik sahaja seorang daripada mereka membuka kumpulan ini.',
  unborn: 'Pemilik kumpulan ini belum membukanya. Mesej boleh dihantar selepas itu.',
  outdated: 'Kunci anda telah diperbaharui pada peranti lain. Pulihkan kunci itu di sini dengan frasa anda.',
  admitNew: (names: string) => `Menunggu akses: ${names}`,
  admitNewHint: 'Beri akses hanya jika anda mengenali mereka sebagai ahli kumpulan ini.',
  admit: 'Beri akses',
  admitting: 'Akses diberikan',
  admitFailed: 'Gagal memberi akses',
  changedHint:
    'Peranti baharu atau frasa yang hilang ialah sebab biasa. Jika ragu, bandingkan nombor keselamatan dahulu.',
  acceptChange: 'Sahkan kunci baharu',
  understood: 'Faham',
  someone: 'Seorang ahli',
  section: 'Penyulitan',
  safetyNumber: 'Nombor keselamatan',
  safetyHint: (name: string) =>
    `Bandingkan nombor ini dengan ${name}, secara bersemuka atau melalui panggilan. Jika sama, tiada sesiapa di antara anda berdua.`,
  groupCode: 'Kod kumpulan',
  groupCodeHint:
    'Setiap ahli dalam senarai melihat kod yang sama. Jika berbeza, seseorang melihat senarai yang lain.',
  readers: (count: number) => `${showNumber(count)} orang dalam senarai boleh membaca mesej baharu.`,
  turnOn: 'Hidupkan penyulitan hujung ke hujung',
  turnOnTitle: 'Hidupkan penyulitan?',
  turnOnPoints: [
    'Mulai sekarang hanya ahli dalam senarai boleh membaca mesej baharu. Pelayan tidak boleh.',
    'Ahli perlu menyediakan kunci, dan anda perlu memberi mereka akses, sebelum mereka boleh membaca.',
    'Mesej lama kekal seperti sedia ada.',
    'Tindakan ini tidak boleh diundur.',
  ],
  turnOnAction: 'Hidupkan',
  findMessages: 'Cari dalam perbualan',
  findLabel: 'Cari dalam mesej',
  findHint: 'Carian berlaku pada peranti anda.',
  searched: (count: number) => `${showNumber(count)} mesej diperiksa`,
  searchFurther: 'Cari lebih jauh',
  noMatch: 'Tiada mesej sepadan',
}

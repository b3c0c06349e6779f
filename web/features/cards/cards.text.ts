import { formatNumber } from '#web/lib/format/format.ts'

export const cardText = {
  card: 'Kad ahli',
  member: 'Kad Ahli',
  active: 'Aktif',
  none: '–',
  since: (month: string) => `Ahli sejak ${month}`,
  print: 'Cetak kad',
  open: 'Buka kad penuh',
  code: 'Kod QR kad ahli',
  title: 'Kad Ahli',
  close: 'Tutup kad',
  number: 'No. keahlian',
  sinceLabel: 'Ahli sejak',
  until: (day: string) => `Sah hingga ${day}`,
  over: (day: string) => `Luput pada ${day}`,
  renewed: (moment: string) => `Diperbaharui ${moment} · boleh disemak tanpa rangkaian`,
  overHelp: 'Buka aplikasi ini apabila ada rangkaian; kad diperbaharui secara automatik.',
  save: 'Simpan PNG',
  saveFailed: 'Gambar kad tidak dapat disimpan pada peranti ini. Sila cuba lagi.',
  awake: 'Skrin kekal menyala',
  noCard: 'Kad dibuat sebaik sahaja anda mempunyai nombor keahlian.',
  toProfile: 'Ke profil',
}

export const sheetText = {
  title: 'Cetak kad kelab',
  back: 'Kembali ke kelab',
  help: 'Lapan kad pada sehelai A4, untuk ahli yang aktif dan mempunyai nombor keahlian. Kod pada kad bercetak sah selama 30 hari; selepas itu cetak semula, atau gunakan kad dalam aplikasi.',
  recorded: 'Setiap cetakan direkodkan dalam jejak audit.',
  prepare: 'Sediakan kad',
  more: 'Sediakan yang seterusnya',
  ready: (from: number, to: number, total: number) =>
    `Kad ${formatNumber(from)}–${formatNumber(to)} daripada ${formatNumber(total)}`,
  print: 'Cetak helaian',
  nobody: 'Kelab ini belum mempunyai ahli dengan nombor keahlian.',
  failed: 'Kad tidak dapat disediakan. Sila cuba lagi.',
  until: (day: string) => `Sah hingga ${day}`,
}

export const verifyText = {
  title: 'Semak Kad',
  intro: 'Imbas kod QR pada kad ahli atau sijil kehadiran. Tidak perlu log masuk.',
  scan: 'Imbas dengan kamera',
  stop: 'Tutup kamera',
  again: 'Semak kad lain',
  noCamera: 'Kamera tidak dapat digunakan. Buka kamera telefon anda dan imbas kod itu terus.',
  checking: 'Sedang disemak…',
  result: 'Keputusan semakan',
  verdict: {
    valid: 'Sah',
    expired: 'Luput',
    withdrawn: 'Ditarik balik',
    outdated: 'Butiran sudah berubah',
    foreign: 'Bukan daripada kami',
    unsure: 'Belum dapat dipastikan',
  },
  meaning: {
    valid: 'Dikeluarkan oleh kami dan masih sah.',
    validOffline: 'Ditandatangani oleh kami dan belum luput.',
    expired: 'Dikeluarkan oleh kami, tetapi sudah luput. Minta ahli membuka kad yang terbaharu.',
    withdrawn: 'Dikeluarkan oleh kami, tetapi tidak lagi sah.',
    outdated:
      'Keahlian ini masih sah, tetapi butiran pada kad ini bukan yang terkini. Minta kad yang terbaharu.',
    outdatedCertificate:
      'Kehadiran ini masih direkodkan, tetapi nama atau tajuk pada sijil ini sudah berubah. Minta sijil yang terbaharu.',
    foreign: 'Kod ini tidak ditandatangani oleh kami, atau telah diubah. Jangan terima.',
    unsure:
      'Kod ini menggunakan kunci yang belum dikenali oleh peranti ini. Sambungkan peranti ke rangkaian, kemudian semak semula.',
  },
  online: (moment: string) => `Disemak dengan pelayan pada ${moment}.`,
  offline: (keys: string) =>
    `Pelayan tidak dapat dihubungi. Disemak pada peranti ini dengan kunci setakat ${keys}; kami tidak tahu sama ada ia ditarik balik selepas itu.`,
  nothingKnown: 'Pelayan tidak dapat dihubungi, dan peranti ini belum mempunyai kunci untuk menyemak.',
  issued: 'Dikeluarkan',
  until: 'Sah hingga',
  number: 'No. keahlian',
  club: 'Kelab',
  country: 'Negara',
  status: 'Status',
  active: 'Aktif',
  activity: 'Aktiviti',
  day: 'Tarikh',
  kinds: { card: 'Kad ahli', certificate: 'Sijil kehadiran' },
}

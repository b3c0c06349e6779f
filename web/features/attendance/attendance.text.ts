export const attendanceText = {
  title: 'Kehadiran saya',
  help: 'Aktiviti yang anda hadiri. Setiap satu mempunyai sijil dengan kod yang boleh disemak oleh sesiapa.',
  none: 'Belum ada. Kehadiran muncul di sini selepas anda didaftarkan masuk di pintu aktiviti.',
  certificate: 'Sijil (PDF)',
  certificateOf: (title: string) => `Muat turun sijil kehadiran: ${title}`,
  failed: 'Sijil tidak dapat dibuat. Sila cuba lagi.',
  fileName: (title: string) =>
    `sijil-${title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60)}.pdf`,
  code: 'Imbas untuk menyemak',
  heading: 'Sijil Kehadiran',
  line: 'Dengan ini disahkan bahawa',
  attended: 'telah menghadiri',
  number: (number: string) => `No. keahlian ${number}`,
  issued: (day: string) => `Dikeluarkan pada ${day}`,
}

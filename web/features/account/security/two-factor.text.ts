import { formatNumber } from '#web/lib/format/format.ts'

export const twoFactorText = {
  off: 'Log masuk dengan kata laluan tidak meminta kod kedua.',
  turnOn: 'Hidupkan',
  noPassword:
    'Anda log masuk dengan Google, yang mempunyai pengesahannya sendiri. Tetapkan kata laluan dahulu untuk menghidupkannya di sini.',
  on: (day: string) => `Dihidupkan sejak ${day}`,
  codesLeft: (count: number) =>
    count === 0
      ? 'Tiada kod pemulihan lagi. Buat yang baharu.'
      : `${formatNumber(count)} kod pemulihan belum digunakan`,
  newCodes: 'Buat kod pemulihan baharu',
  turnOff: 'Matikan',
  cancel: 'Batal',
  next: 'Teruskan',
  working: 'Sebentar...',
  step: (now: number, all: number) => `Langkah ${formatNumber(now)} daripada ${formatNumber(all)}`,
  failed: 'Tidak dapat disimpan. Sila cuba lagi.',
}

export const setUpText = {
  prove: 'Hidupkan pengesahan dua langkah',
  proveIntro: 'Sahkan diri anda dahulu.',
  scan: 'Imbas dengan aplikasi pengesah',
  scanIntro:
    'Gunakan aplikasi seperti Google Authenticator, Aegis atau 2FAS. Imbas kod ini, atau taip kuncinya.',
  qr: 'Kod QR untuk aplikasi pengesah',
  key: 'Kunci',
  open: 'Buka dalam aplikasi pada peranti ini',
  code: 'Kod 6 digit yang ditunjukkan',
  submit: 'Sahkan dan hidupkan',
}

export const codesText = {
  title: 'Simpan kod pemulihan anda',
  intro:
    'Jika aplikasi pengesah hilang, setiap kod ini boleh digunakan sekali untuk log masuk. Kod ini tidak akan ditunjukkan lagi.',
  list: 'Kod pemulihan anda',
  copy: 'Salin',
  copied: 'Disalin',
  notCopied: 'Tidak dapat disalin. Sila pilih dan salin sendiri.',
  save: 'Muat turun',
  fileName: 'kod-pemulihan-perantau.txt',
  sheet: (app: string) => `Kod pemulihan ${app}. Setiap kod boleh digunakan sekali.`,
  done: 'Saya telah menyimpannya',
}

export const changeText = {
  off: {
    title: 'Matikan pengesahan dua langkah',
    intro: 'Selepas ini, kata laluan sahaja sudah cukup untuk log masuk.',
    submit: 'Matikan',
    done: 'Pengesahan dua langkah dimatikan',
  },
  codes: {
    title: 'Kod pemulihan baharu',
    intro: 'Kod lama tidak lagi boleh digunakan.',
    submit: 'Buat kod baharu',
  },
  code: 'Kod daripada aplikasi, atau kod pemulihan',
}

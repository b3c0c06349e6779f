import type { GoogleSignInNotice } from '#shared/constants.ts'

/** Reasons why a sign-in with Google returned to the login page. */
export const googleNoticeTexts: Record<GoogleSignInNotice, string> = {
  unavailable: 'Log masuk dengan Google belum disediakan. Sila gunakan email dan kata laluan anda.',
  down: 'Google tidak dapat dihubungi sekarang. Sila cuba sebentar lagi, atau gunakan kata laluan anda.',
  cancelled: 'Log masuk dengan Google dibatalkan.',
  failed: 'Log masuk dengan Google tidak berjaya. Sila cuba lagi.',
  unverified:
    'Google belum mengesahkan alamat email anda. Sahkannya di Google dahulu, atau gunakan kata laluan.',
  link: 'Sudah ada akaun dengan email ini. Log masuk sekali dengan kata laluan anda, kemudian sahkan sambungan dengan Google.',
  other:
    'Akaun ini sudah disambungkan dengan akaun Google yang lain. Gunakan akaun Google itu, atau kata laluan.',
  limited: 'Terlalu banyak pendaftaran dari rangkaian ini. Sila cuba sebentar lagi.',
  mismatch:
    'Akaun Google itu bukan akaun yang disambungkan di sini, atau log masuknya sudah lama. Sila cuba lagi.',
  'second-step': 'Masa untuk langkah kedua sudah tamat. Sila log masuk semula.',
}

export const linkText = {
  title: 'Sambungkan Akaun Google',
  question: (email: string) => `Sambungkan akaun Google ${email}?`,
  help: 'Selepas ini anda boleh log masuk dengan Google atau dengan kata laluan anda. Kedua-duanya untuk akaun yang sama.',
  confirm: 'Ya, sambungkan',
  confirming: 'Sedang menyambungkan...',
  decline: 'Bukan sekarang',
  failed: 'Akaun Google tidak dapat disambungkan',
}

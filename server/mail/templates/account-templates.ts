// Mails about sign-in methods, email address, password and encryption keys of an account.
import { formatZoneLabel } from '#shared/time/format-period.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import type { MailTemplates } from './mail-template.ts'

const signInMethodTexts: Record<string, string> = {
  password: 'dengan kata laluan',
  google: 'dengan Google',
  passkey: 'dengan passkey',
}

/** Advice for sign-in methods that a new password does not protect. */
const methodAdvice: Record<string, string[]> = {
  google: ['Semak juga keselamatan akaun Google anda.'],
  passkey: ['Kemudian buang passkey yang tidak anda kenali dalam Tetapan.'],
}

function formatTime(text: string): string {
  const when = new Intl.DateTimeFormat('ms-MY', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: headquartersTimeZone,
  })
  return `${when.format(new Date(text))} (${formatZoneLabel(headquartersTimeZone)})`
}

export const accountTemplates = {
  'auth.new_device': ({ appName, params, sign }) => ({
    subject: `Log masuk baharu ke akaun ${appName} anda`,
    paragraphs: [
      `Ada log masuk ke akaun anda ${signInMethodTexts[String(params.method)] ?? ''} daripada peranti yang belum kami kenali.`,
      `Peranti: ${[params.browser || 'Pelayar', params.system].filter(Boolean).join(' di ')}`,
      `Masa: ${formatTime(String(params.at))}`,
      'Jika ini anda, tiada apa-apa yang perlu dibuat.',
      'Jika bukan anda, tekan butang di bawah. Peranti itu akan dilog keluar dan anda boleh menetapkan kata laluan baharu. Pautan ini sah selama 3 hari.',
      ...(methodAdvice[String(params.method)] ?? []),
    ],
    action: { label: 'Ini bukan saya', path: `/not-me#${sign(String(params.token))}` },
  }),
  'google.linked': ({ appName }) => ({
    subject: `Akaun Google telah disambungkan di ${appName}`,
    paragraphs: [
      'Anda kini boleh log masuk dengan Google, selain dengan kata laluan anda.',
      'Jika bukan anda yang menyambungkannya, tukar kata laluan anda dengan segera dan maklumkan kepada pentadbir kelab anda.',
    ],
    action: { label: 'Buka Tetapan', path: '/settings' },
  }),
  'google.unlinked': ({ appName }) => ({
    subject: `Sambungan Google telah diputuskan di ${appName}`,
    paragraphs: [
      'Anda tidak lagi boleh log masuk dengan Google.',
      'Jika bukan anda yang memutuskannya, tukar kata laluan anda dengan segera dan maklumkan kepada pentadbir kelab anda.',
    ],
    action: { label: 'Buka Tetapan', path: '/settings#google' },
  }),
  'email.confirm': ({ appName, params, sign }) => ({
    subject: `Sahkan email anda di ${appName}`,
    paragraphs: ['Sila sahkan bahawa email ini milik anda. Pautan ini sah selama 7 hari.'],
    action: { label: 'Sahkan email', path: `/confirm-email#${sign(String(params.token))}` },
  }),
  'email.change': ({ appName, params, sign }) => ({
    subject: `Sahkan email baharu anda di ${appName}`,
    paragraphs: [
      'Anda meminta supaya akaun anda menggunakan alamat email ini. Buka pautan di bawah untuk mengesahkannya. Pautan ini sah selama 24 jam.',
      'Jika anda tidak membuat permintaan ini, abaikan sahaja email ini. Tiada apa-apa yang berubah.',
    ],
    action: { label: 'Sahkan email baharu', path: `/confirm-email#${sign(String(params.token))}` },
  }),
  'email.changed': ({ appName }) => ({
    subject: `Email akaun anda di ${appName} telah ditukar`,
    paragraphs: [
      'Akaun anda kini menggunakan alamat email yang lain. Mulai sekarang, email kami dihantar ke alamat itu.',
      'Jika bukan anda yang menukarnya, maklumkan kepada pentadbir kelab anda dengan segera.',
    ],
  }),
  'password.forgotten': ({ appName, params, sign }) => ({
    subject: `Tetapkan semula kata laluan anda di ${appName}`,
    paragraphs: [
      'Kami menerima permintaan untuk menetapkan semula kata laluan anda. Pautan ini sah selama satu jam dan hanya boleh digunakan sekali.',
      'Jika anda tidak membuat permintaan ini, abaikan sahaja email ini. Kata laluan anda tidak berubah.',
    ],
    action: { label: 'Tetapkan kata laluan baharu', path: `/reset-password#${sign(String(params.token))}` },
  }),
  'password.changed': ({ appName }) => ({
    subject: `Kata laluan anda di ${appName} telah ditukar`,
    paragraphs: [
      'Kata laluan anda baru sahaja ditukar, dan peranti lain telah dilog keluar.',
      'Jika bukan anda yang menukarnya, tetapkan semula kata laluan anda dengan segera dan maklumkan kepada pentadbir kelab anda.',
    ],
    action: { label: 'Tetapkan semula kata laluan', path: '/forgot-password' },
  }),
  'passkey.added': ({ appName }) => ({
    subject: `Passkey baharu di ${appName}`,
    paragraphs: [
      'Satu passkey telah ditambah pada akaun anda. Dengannya, anda boleh log masuk tanpa kata laluan.',
      'Jika bukan anda yang menambahnya, buang passkey itu dalam Tetapan, tukar kata laluan anda dan maklumkan kepada pentadbir kelab anda.',
    ],
    action: { label: 'Buka Tetapan', path: '/settings#passkeys' },
  }),
  'passkey.removed': ({ appName }) => ({
    subject: `Passkey dibuang di ${appName}`,
    paragraphs: [
      'Satu passkey telah dibuang daripada akaun anda. Passkey itu tidak lagi boleh digunakan untuk log masuk.',
      'Jika bukan anda yang membuangnya, tukar kata laluan anda dengan segera dan maklumkan kepada pentadbir kelab anda.',
    ],
    action: { label: 'Buka Tetapan', path: '/settings#passkeys' },
  }),
  'two_factor.on': ({ appName }) => ({
    subject: `Pengesahan dua langkah dihidupkan di ${appName}`,
    paragraphs: [
      'Mulai sekarang, log masuk dengan kata laluan meminta kod daripada aplikasi pengesah anda. Simpan kod pemulihan anda di tempat yang selamat.',
      'Jika bukan anda yang menghidupkannya, tetapkan semula kata laluan anda dan maklumkan kepada pentadbir kelab anda.',
    ],
    action: { label: 'Buka Tetapan', path: '/settings#two-factor' },
  }),
  'two_factor.off': ({ appName }) => ({
    subject: `Pengesahan dua langkah dimatikan di ${appName}`,
    paragraphs: [
      'Kini kata laluan sahaja sudah cukup untuk log masuk ke akaun anda.',
      'Jika bukan anda yang mematikannya, tetapkan semula kata laluan anda dengan segera dan maklumkan kepada pentadbir kelab anda.',
    ],
    action: { label: 'Tetapkan semula kata laluan', path: '/forgot-password' },
  }),
  'two_factor.recovery': ({ appName, params }) => ({
    subject: `Kod pemulihan digunakan di ${appName}`,
    paragraphs: [
      `Satu kod pemulihan akaun anda baru sahaja digunakan. Kod yang tinggal: ${params.left}.`,
      'Jika bukan anda, orang lain tahu kata laluan dan kod anda: tukar kata laluan, log keluar semua peranti lain dan buat kod baharu.',
    ],
    action: { label: 'Buka Tetapan', path: '/settings#two-factor' },
  }),
  'two_factor.reset': ({ appName }) => ({
    subject: `Pengesahan dua langkah anda di ${appName} ditetapkan semula`,
    paragraphs: [
      'Seorang pentadbir telah menetapkan semula pengesahan dua langkah anda, dan semua peranti telah dilog keluar. Log masuk dengan kata laluan anda, kemudian sediakan semula pengesahan itu.',
      'Jika anda tidak memintanya, tukar kata laluan anda dengan segera dan maklumkan kepada pentadbir lain.',
    ],
    action: { label: 'Log masuk', path: '/login' },
  }),
  'keys.renewed': ({ appName }) => ({
    subject: `Kunci penyulitan anda di ${appName} telah diperbaharui`,
    paragraphs: [
      'Kunci penyulitan anda baru sahaja diperbaharui. Peranti anda yang lain perlu membuka kunci yang baharu.',
      'Jika bukan anda yang memperbaharuinya, orang lain mungkin mengetahui kata laluan anda: tukar kata laluan, log keluar semua peranti lain, perbaharui kunci anda semula dan maklumkan kepada pentadbir kelab anda.',
    ],
    action: { label: 'Buka Tetapan', path: '/settings#encryption' },
  }),
} satisfies MailTemplates

// Texts of all mails except announcements, by kind, in one table.
import { escapeHtml } from '#server/http/escape-html.ts'
import type { MailKind } from '#shared/contracts/outbox/outbox.schemas.ts'
import { formatPeriodAt, formatZoneLabel } from '#shared/time/format-period.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { renderButton, renderMailPage, renderParagraph } from './mail-html.ts'

export interface MailContent {
  subject: string
  paragraphs: string[]
  action?: { label: string; path: string }
}

export interface MailInput {
  appName: string
  /** Full name of the recipient. */
  fullName: string
  params: Record<string, string | number>
  /** Signs the token id that ends a link. */
  sign(tokenId: string): string
}

/** Time and venue of an activity. The time zone of the venue is named, because the reader's zone is unknown. */
function describeTimeAndVenue({ startDate, endDate, timeZone, location }: MailInput['params']): string[] {
  // Mails of an earlier release have no time zone.
  const zone = timeZone ? String(timeZone) : headquartersTimeZone
  const period = {
    startDate: startDate ? String(startDate) : null,
    endDate: endDate ? String(endDate) : null,
  }
  const when = formatPeriodAt(period, zone, 'long')
  return [
    ...(when ? [`Masa: ${when} (${formatZoneLabel(zone)})`] : []),
    ...(location ? [`Tempat: ${location}`] : []),
  ]
}

function linkToActivity({ activityId }: MailInput['params']): MailContent['action'] {
  return { label: 'Lihat aktiviti', path: `/activities/${activityId}` }
}

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

/** Mail kinds with a template here. Announcements are rendered by announcement-mail.ts. */
export type TemplateKind = Exclude<MailKind, `announcement.${string}`>

const templates: Record<TemplateKind, (occasion: MailInput) => MailContent> = {
  'user.registered': ({ appName, params, sign }) => ({
    subject: `Pendaftaran anda di ${appName} telah diterima`,
    paragraphs: [
      'Pendaftaran anda telah diterima dan sedang menunggu kelulusan pentadbir. Anda akan dimaklumkan melalui email.',
      // Applicants who used Google have verified their email address already.
      ...(params.token
        ? ['Sila sahkan bahawa email ini milik anda. Pautan ini sah selama 7 hari.']
        : ['Anda boleh log masuk dengan Google untuk melengkapkan maklumat anda.']),
      'Jika anda tidak pernah mendaftar, abaikan sahaja email ini.',
    ],
    action: params.token
      ? { label: 'Sahkan email', path: `/confirm-email#${sign(String(params.token))}` }
      : { label: 'Log masuk', path: '/login' },
  }),
  'user.invited': ({ appName, params, sign }) => ({
    subject: `Jemputan menyertai ${appName}`,
    paragraphs: [
      `Kelab anda telah memasukkan nama anda ke dalam ${appName}. Tetapkan kata laluan anda sendiri dan baca terma kami untuk mula menggunakannya. Pautan ini sah selama 30 hari.`,
      'Sebelum anda bersetuju, ahli lain tidak dapat melihat anda.',
      'Jika anda tidak mahu menyertai, abaikan sahaja email ini.',
    ],
    action: { label: 'Terima jemputan', path: `/join#${sign(String(params.token))}` },
  }),
  'invitation.sent': ({ appName, params, sign }) => ({
    subject: `Jemputan menyertai ${appName}`,
    paragraphs: [
      `${params.inviter} menjemput anda menyertai ${appName}. Isi maklumat anda, tetapkan kata laluan anda sendiri dan baca terma kami. Permohonan anda kemudian disemak oleh pentadbir.`,
      `Jemputan ini untuk anda sahaja dan sah selama ${params.days} hari.`,
      'Jika anda tidak mengenali pengirim jemputan ini, abaikan sahaja email ini.',
    ],
    action: { label: 'Terima jemputan', path: `/join#${sign(String(params.token))}` },
  }),
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
  'user.approved': ({ appName, params }) => ({
    subject: `Keahlian anda di ${appName} telah diluluskan`,
    paragraphs: [
      'Permohonan anda telah diluluskan. Selamat datang!',
      `Nombor keahlian anda ialah ${params.membershipNumber}.`,
    ],
    action: { label: 'Log masuk', path: '/login' },
  }),
  'activity.moved_up': ({ params }) => ({
    subject: `Anda mendapat tempat: ${params.title}`,
    paragraphs: [
      `Ada tempat kosong, dan anda kini disahkan sebagai peserta "${params.title}".`,
      ...describeTimeAndVenue(params),
      'Jika anda tidak dapat hadir, sila tarik diri supaya orang lain boleh mengambil tempat anda.',
    ],
    action: linkToActivity(params),
  }),
  'activity.changed': ({ params }) => ({
    subject: `Perubahan masa atau tempat: ${params.title}`,
    paragraphs: [
      `Masa atau tempat "${params.title}", yang anda sertai, telah berubah.`,
      ...describeTimeAndVenue(params),
    ],
    action: linkToActivity(params),
  }),
  'activity.cancelled': ({ params }) => ({
    subject: `Dibatalkan: ${params.title}`,
    paragraphs: [`Maaf, "${params.title}", yang anda sertai, telah dibatalkan oleh penganjur.`],
    action: linkToActivity(params),
  }),
  'activity.reminder_day': ({ params }) => ({
    subject: `Peringatan: ${params.title}`,
    paragraphs: [
      `"${params.title}", yang anda sertai, bermula dalam masa sehari.`,
      ...describeTimeAndVenue(params),
      'Jika anda tidak dapat hadir, sila tarik diri supaya orang lain boleh mengambil tempat anda.',
    ],
    action: linkToActivity(params),
  }),
  'activity.reminder_hour': ({ params }) => ({
    subject: `Sebentar lagi: ${params.title}`,
    paragraphs: [
      `"${params.title}", yang anda sertai, bermula dalam masa sejam.`,
      ...describeTimeAndVenue(params),
    ],
    action: linkToActivity(params),
  }),
  'roll_call.asked': ({ params }) => ({
    subject: `Adakah anda selamat? ${params.place}`,
    paragraphs: [
      String(params.message),
      'Sila jawab dengan sekali tekan: selamat, atau perlukan bantuan. Jika nyawa terancam, hubungi nombor kecemasan tempatan dahulu.',
    ],
    action: { label: 'Jawab sekarang', path: `/safety/${params.rollCallId}` },
  }),
  'roll_call.reminder': ({ params }) => ({
    subject: `Kami masih menunggu jawapan anda: ${params.place}`,
    paragraphs: [
      String(params.message),
      'Anda belum menjawab. Sekali tekan sudah cukup supaya kami tahu keadaan anda.',
    ],
    action: { label: 'Jawab sekarang', path: `/safety/${params.rollCallId}` },
  }),
  'user.rejected': ({ appName, params }) => ({
    subject: `Permohonan anda di ${appName}`,
    paragraphs: [
      'Maaf, permohonan anda tidak diluluskan kali ini.',
      ...(params.reason ? [`Sebab: ${params.reason}`] : []),
      'Anda boleh log masuk untuk membetulkan maklumat anda dan memohon semula.',
    ],
    action: { label: 'Log masuk', path: '/login' },
  }),
}

/** Renders a mail as text and HTML. */
export function renderMail(kind: TemplateKind, occasion: MailInput, publicUrl: string) {
  const { subject, paragraphs, action } = templates[kind](occasion)
  const greeting = occasion.fullName ? `Salam ${occasion.fullName},` : 'Salam,'
  const closing = `Salam hormat,\n${occasion.appName}`
  const link = action && `${publicUrl}${action.path}`
  const text = [greeting, ...paragraphs, ...(link ? [`${action.label}: ${link}`] : []), closing].join('\n\n')
  const body = [greeting, ...paragraphs].map(line => renderParagraph(escapeHtml(line)))
  const button = link ? renderButton(link, action.label) : ''
  const end = `<p style="margin:0">${escapeHtml(closing).replace('\n', '<br>')}</p>`
  const html = renderMailPage(subject, 520, [...body, button, end].join(''))
  return { subject, text, html }
}

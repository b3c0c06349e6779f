// Mails to applicants and invited people.
import type { MailTemplates } from './mail-template.ts'

export const membershipTemplates = {
  'user.registered': ({ appName, params, sign }) => ({
    subject: `Pendaftaran anda di ${appName} telah diterima`,
    paragraphs: [
      'Pendaftaran anda telah diterima dan sedang menunggu kelulusan pentadbir. Anda akan dimaklumkan melalui email.',
      // Applicants who used Google have verified their email address already, so their mail has no confirmation link.
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
  'user.approved': ({ appName, params }) => ({
    subject: `Keahlian anda di ${appName} telah diluluskan`,
    paragraphs: [
      'Permohonan anda telah diluluskan. Selamat datang!',
      `Nombor keahlian anda ialah ${params.membershipNumber}.`,
    ],
    action: { label: 'Log masuk', path: '/login' },
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
} satisfies MailTemplates

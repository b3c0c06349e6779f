// Mails of roll calls.
import type { MailTemplates } from './mail-template.ts'

export const rollCallTemplates = {
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
} satisfies MailTemplates

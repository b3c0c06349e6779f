// Mails to participants of activities.
import { formatPeriodInZone, formatZoneLabel } from '#shared/time/format-period.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import type { MailContent, MailInput, MailTemplates } from './mail-template.ts'

/** Time and venue of an activity. The time zone of the venue is named, because the reader's zone is unknown. */
function describeTimeAndVenue({ startDate, endDate, timeZone, location }: MailInput['params']): string[] {
  // Mails queued by an earlier release have no time zone, so the time zone of headquarters is used.
  const zone = timeZone ? String(timeZone) : headquartersTimeZone
  const period = {
    startDate: startDate ? String(startDate) : null,
    endDate: endDate ? String(endDate) : null,
  }
  const when = formatPeriodInZone(period, zone, 'long')
  return [
    ...(when ? [`Masa: ${when} (${formatZoneLabel(zone)})`] : []),
    ...(location ? [`Tempat: ${location}`] : []),
  ]
}

function linkToActivity({ activityId }: MailInput['params']): MailContent['action'] {
  return { label: 'Lihat aktiviti', path: `/activities/${activityId}` }
}

export const activityTemplates = {
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
} satisfies MailTemplates

// Templates of mails to participants of activities.

import { isLanguage } from '#shared/language/languages.ts'
import {
  putTranslationInReaderLanguageFirst,
  type VersionedTitle,
} from '#shared/language/put-translation-in-reader-language-first.ts'
import { formatPeriodInZone, formatTimeZoneLabel } from '#shared/time/format-period.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { activityMailText } from '#texts/mail.ts'
import type { MailInput, MailTemplate, MailTemplates, TemplateKind } from './mail-template.ts'

/**
 * Time and venue of an activity. The text names the time zone of the venue, because the reader may be in another one.
 */
function describeTimeAndVenue({ startDate, endDate, timeZone, location }: MailInput['params']): string[] {
  // Mails queued by an earlier release lack the activity's time zone, so the time zone of headquarters is used.
  const zone = timeZone ? String(timeZone) : headquartersTimeZone
  const dates = {
    startDate: startDate ? String(startDate) : null,
    endDate: endDate ? String(endDate) : null,
  }
  const period = formatPeriodInZone(dates, zone, 'long')
  return [
    ...(period ? [activityMailText.time({ period, zone: formatTimeZoneLabel(zone) })] : []),
    ...(location ? [activityMailText.venue({ location: String(location) })] : []),
  ]
}

/**
 * Returns the title of the activity in the language of the recipient. Mails queued by an earlier release have only one
 * title.
 */
function chooseActivityTitle({ title, language, secondLanguage, secondTitle }: MailInput['params']): string {
  const versions = {
    title: String(title),
    language: isLanguage(language) ? language : 'ms',
    secondLanguage: isLanguage(secondLanguage) ? secondLanguage : null,
    secondTitle: secondTitle ? String(secondTitle) : null,
  } as const
  return putTranslationInReaderLanguageFirst<VersionedTitle>(versions).title
}

type ActivityMailKind = Extract<TemplateKind, `activity.${string}`>

/** Creates the template of a mail about an activity. `addDetails` returns the paragraphs after the first one. */
const createActivityTemplate =
  (kind: ActivityMailKind, addDetails: (params: MailInput['params']) => string[]): MailTemplate =>
  ({ params }) => {
    const { subject, news } = activityMailText[kind]
    const title = chooseActivityTitle(params)
    return {
      subject: subject({ title }),
      paragraphs: [news({ title }), ...addDetails(params)],
      action: { label: activityMailText.open, path: `/activities/${params.activityId}` },
    }
  }

const describeActivityAndOfferWithdrawal = (params: MailInput['params']) => [
  ...describeTimeAndVenue(params),
  activityMailText.cannotCome,
]

export const activityTemplates = {
  'activity.moved_up': createActivityTemplate('activity.moved_up', describeActivityAndOfferWithdrawal),
  'activity.changed': createActivityTemplate('activity.changed', describeTimeAndVenue),
  'activity.cancelled': createActivityTemplate('activity.cancelled', () => []),
  'activity.reminder_day': createActivityTemplate(
    'activity.reminder_day',
    describeActivityAndOfferWithdrawal,
  ),
  'activity.reminder_hour': createActivityTemplate('activity.reminder_hour', describeTimeAndVenue),
} satisfies MailTemplates

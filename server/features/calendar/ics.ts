// Writes activities in the iCalendar format (RFC 5545).
import { getLanguage } from '#shared/language/texts.ts'
import { formatWallTime, isWallTimeAmbiguous } from '#shared/time/time-zones.ts'
import { buildIcsTimeZoneLines, formatIcsWallTime } from './ics-time-zone.ts'

export interface CalendarActivity {
  /** iCalendar UID without its host part. Calendar clients identify an event by the UID, so it never changes. */
  uid: string
  /** URL of the page that shows the activity. */
  url: string
  title: string
  description: string | null
  location: string | null
  startDate: Date
  endDate: Date | null
  timeZone: string
  status: string
  revision: number
  createdAt: Date
  updatedAt: Date
  /** Participation status of the user who owns the calendar. */
  myStatus: string | null
}

export interface CalendarInfo {
  /** Public URL of the application. Its host name is part of the UIDs of calendar events. */
  publicUrl: string
  name: string
}

/** Escapes special characters and line breaks for iCalendar, and removes control characters. */
function escapeIcsText(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, sign => `\\${sign}`)
      .replaceAll(/\r?\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar forbids control characters
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  )
}

/** Folds an iCalendar line to at most 75 bytes. Continuation lines start with a space, and no character is split. */
function foldIcsLine(line: string): string {
  const parts: string[] = []
  let [part, size] = ['', 0]
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter)
    if (size + bytes > 74) {
      parts.push(part)
      part = ''
      size = 0
    }
    part += letter
    size += bytes
  }
  return [...parts, part].join('\r\n ')
}

const formatIcsUtcTime = (instant: Date) => `${formatIcsWallTime(instant.toISOString())}Z`

function getIcsEventStatus({ status, myStatus }: CalendarActivity): string {
  if (status === 'cancelled') return 'CANCELLED'
  return myStatus === 'waiting' ? 'TENTATIVE' : 'CONFIRMED'
}

function buildIcsEventLines(activity: CalendarActivity, { publicUrl }: CalendarInfo): string[] {
  const { uid, url, timeZone, startDate, endDate } = activity
  // Event times are local. A local time that occurs twice is written in UTC, because calendar apps disagree about it.
  const formatIcsTime = (instant: Date) =>
    isWallTimeAmbiguous(instant, timeZone)
      ? `:${formatIcsUtcTime(instant)}`
      : `;TZID=${timeZone}:${formatIcsWallTime(formatWallTime(instant, timeZone))}`
  const text = [activity.description, url].filter(Boolean).join('\n\n')
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@${new URL(publicUrl).hostname}`,
    `SEQUENCE:${activity.revision}`,
    // DTSTAMP is the time of the last change, so that the output stays the same while the activity is unchanged.
    `DTSTAMP:${formatIcsUtcTime(activity.updatedAt)}`,
    `CREATED:${formatIcsUtcTime(activity.createdAt)}`,
    `LAST-MODIFIED:${formatIcsUtcTime(activity.updatedAt)}`,
    `DTSTART${formatIcsTime(startDate)}`,
    ...(endDate && endDate > startDate ? [`DTEND${formatIcsTime(endDate)}`] : []),
    `SUMMARY:${escapeIcsText(activity.title)}`,
    `DESCRIPTION:${escapeIcsText(text)}`,
    ...(activity.location ? [`LOCATION:${escapeIcsText(activity.location)}`] : []),
    `URL:${url}`,
    `STATUS:${getIcsEventStatus(activity)}`,
    'END:VEVENT',
  ]
}

/** Builds one VTIMEZONE per time zone, for the years of its activities. */
function buildIcsZoneLines(activities: CalendarActivity[]): string[] {
  const zones = new Map<string, [first: number, last: number]>()
  for (const { startDate, endDate, timeZone } of activities) {
    const years = [startDate, endDate ?? startDate].map(instant => instant.getUTCFullYear())
    const [first, last] = zones.get(timeZone) ?? [Number.POSITIVE_INFINITY, 0]
    // The VTIMEZONE starts in the year before the first activity, so that every date has a UTC offset.
    zones.set(timeZone, [Math.min(first, ...years.map(year => year - 1)), Math.max(last, ...years)])
  }
  return [...zones].flatMap(([zone, [first, last]]) => buildIcsTimeZoneLines(zone, first, last))
}

/** Writes a calendar file in the current language. */
export function buildIcsCalendarFileContent(activities: CalendarActivity[], info: CalendarInfo): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Perantau//Aktiviti//${getLanguage().toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeIcsText(info.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...buildIcsZoneLines(activities),
    ...activities.flatMap(activity => buildIcsEventLines(activity, info)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldIcsLine).join('\r\n')}\r\n`
}

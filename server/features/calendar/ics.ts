// Activities as calendars read them (RFC 5545).
import { comesTwice, wallTime } from '#shared/zones.ts'
import { showWall, zoneLines } from './time-zone.ts'

export interface CalendarActivity {
  /** Without the host. Calendars know an event by it, so that it never changes for a feed. */
  uid: string
  /** The URL of the page that shows the activity. */
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
  /** Of whoever's calendar it is. */
  myStatus: string | null
}

interface Place {
  /** Of the program: events carry its name, so that they are the same wherever they are seen. */
  publicUrl: string
  name: string
}

/** What has a meaning of its own in the format, and lines that end where they must not. */
function protect(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, sign => `\\${sign}`)
      .replaceAll(/\r?\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they may not stand in the format
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  )
}

/** No line is longer than 75 bytes; what is cut goes on after a space, and no letter is cut in two. */
function fold(line: string): string {
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

const utc = (moment: Date) => `${showWall(moment.toISOString())}Z`

function statusOf({ status, myStatus }: CalendarActivity): string {
  if (status === 'cancelled') return 'CANCELLED'
  return myStatus === 'waiting' ? 'TENTATIVE' : 'CONFIRMED'
}

function eventLines(activity: CalendarActivity, { publicUrl }: Place): string[] {
  const { uid, url, timeZone, startDate, endDate } = activity
  // By the clock of the place; of an hour that comes twice readers disagree which is meant, and are told.
  const at = (moment: Date) =>
    comesTwice(moment, timeZone)
      ? `:${utc(moment)}`
      : `;TZID=${timeZone}:${showWall(wallTime(moment, timeZone))}`
  const words = [activity.description, url].filter(Boolean).join('\n\n')
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@${new URL(publicUrl).hostname}`,
    `SEQUENCE:${activity.revision}`,
    // Of the last change, not of this moment: the same activity is the same text.
    `DTSTAMP:${utc(activity.updatedAt)}`,
    `CREATED:${utc(activity.createdAt)}`,
    `LAST-MODIFIED:${utc(activity.updatedAt)}`,
    `DTSTART${at(startDate)}`,
    ...(endDate && endDate > startDate ? [`DTEND${at(endDate)}`] : []),
    `SUMMARY:${protect(activity.title)}`,
    `DESCRIPTION:${protect(words)}`,
    ...(activity.location ? [`LOCATION:${protect(activity.location)}`] : []),
    `URL:${url}`,
    `STATUS:${statusOf(activity)}`,
    'END:VEVENT',
  ]
}

/** Each zone once, with the years in which something happens there. */
function allZones(activities: CalendarActivity[]): string[] {
  const zones = new Map<string, [first: number, last: number]>()
  for (const { startDate, endDate, timeZone } of activities) {
    const years = [startDate, endDate ?? startDate].map(moment => moment.getUTCFullYear())
    const [first, last] = zones.get(timeZone) ?? [Number.POSITIVE_INFINITY, 0]
    // A year before, so that the one in which something happens begins with what holds there.
    zones.set(timeZone, [Math.min(first, ...years.map(year => year - 1)), Math.max(last, ...years)])
  }
  return [...zones].flatMap(([zone, [first, last]]) => zoneLines(zone, first, last))
}

export function writeCalendar(activities: CalendarActivity[], place: Place): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Perantau//Aktiviti//MS',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${protect(place.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...allZones(activities),
    ...activities.flatMap(activity => eventLines(activity, place)),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

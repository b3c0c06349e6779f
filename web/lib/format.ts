import dayjs from 'dayjs'
import 'dayjs/locale/ms'
import relativeTime from 'dayjs/plugin/relativeTime'

dayjs.extend(relativeTime)
dayjs.locale('ms')

/** "2 jam yang lepas", as one would say it. */
export function showTimeAgo(moment: string): string {
  return dayjs(moment).fromNow()
}

/** The moment in full, in the viewer's own zone: 15 Nov 2026, 10:32 PG. */
export function showMoment(moment: string): string {
  return new Intl.DateTimeFormat('ms-MY', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  )
}

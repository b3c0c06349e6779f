// Apart from the other formats, because of the weight of what it needs.
import dayjs from 'dayjs'
import 'dayjs/locale/ms'
import relativeTime from 'dayjs/plugin/relativeTime'

dayjs.extend(relativeTime)
dayjs.locale('ms')

/** "2 jam yang lepas", as one would say it. */
export function showTimeAgo(moment: string): string {
  return dayjs(moment).fromNow()
}

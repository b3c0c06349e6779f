import { Box } from '@mantine/core'
import { getShortMonthAndWeekday } from '#shared/time/format-day.ts'
import { formatWallTime } from '#shared/time/time-zones.ts'
import styles from './DateTile.module.css'

/** Calendar tile with the start day of an activity. Screen readers skip it, because a text states the date as well. */
export function DateTile({
  startDate,
  timeZone,
  isOverCover = true,
}: {
  startDate: string | null
  timeZone: string
  /** Whether the calendar tile overlaps the bottom edge of the cover image above it. */
  isOverCover?: boolean
}) {
  if (!startDate) return null
  const date = new Date(startDate)
  const { month, weekday } = getShortMonthAndWeekday(date, timeZone)
  return (
    <Box component="span" mt={isOverCover ? -44 : 0} className={styles.tile} aria-hidden>
      <Box
        component="span"
        w="100%"
        py={2}
        bg="var(--mantine-color-laut-filled)"
        c="white"
        fz={12}
        fw={700}
        tt="uppercase"
      >
        {month}
      </Box>
      <Box component="span" fz={22} fw={700} className="tabular">
        {Number(formatWallTime(date, timeZone).slice(8, 10))}
      </Box>
      <Box component="span" pb={3} fz={12} c="dimmed">
        {weekday}
      </Box>
    </Box>
  )
}

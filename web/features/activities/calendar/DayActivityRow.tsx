import { Box, Flex } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { chooseVersion } from '#shared/language/choose-version.ts'
import { formatPeriodInZone, formatTimesOfSameDayInZone } from '#shared/time/format-period.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { activityStatusLabels } from '#texts/labels.ts'
import { ParticipationStatus } from '#web/features/activities/card/ActivityCard.tsx'
import styles from './Calendar.module.css'

/** Row of one activity in a day's list: time, title, location and the user's own status. */
export function DayActivityRow({ activity }: { activity: ActivityRow }) {
  const { timeZone, status, location, clubName } = activity
  const { title, language } = chooseVersion(activity)
  return (
    <Flex
      component="li"
      direction="column"
      gap={2}
      py={6}
      pl={12}
      style={{ borderLeft: '4px solid var(--tone)', overflowWrap: 'anywhere' }}
      className={styles.entry}
      data-status={status}
    >
      <Box component="span" fz={13} className="tabular">
        {formatTimesOfSameDayInZone(activity, timeZone) ?? formatPeriodInZone(activity, timeZone, 'brief')}
      </Box>
      <Link
        to="/activities/$id"
        params={{ id: String(activity.id) }}
        className={`lone ${styles.entryTitle}`}
        lang={language}
      >
        {title}
      </Link>
      <Box component="span" fz={13} c="dimmed">
        {[activityStatusLabels[status], location ?? text.noPlace, clubName].filter(Boolean).join(' · ')}
      </Box>
      <ParticipationStatus activity={activity} />
    </Flex>
  )
}

/** Small link to an activity in a day of the month calendar, with a tick when the user has joined. */
export function DayActivityLink({ activity }: { activity: ActivityRow }) {
  const { title, language } = chooseVersion(activity)
  return (
    <Link
      to="/activities/$id"
      params={{ id: String(activity.id) }}
      className={styles.dayChip}
      data-status={activity.status}
      tabIndex={-1}
      title={title}
      lang={language}
    >
      {activity.myStatus && <IconCheck size={12} aria-label={text.mine.registered} />}
      {title}
    </Link>
  )
}

import { Box, Flex, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { activitiesText as text } from '#texts/activities.ts'
import { OwnParticipationStatusLabel } from '#web/features/activities/card/ActivityCard.tsx'
import { ActivityTimeText } from '#web/features/activities/card/ActivityTimeText.tsx'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import styles from './Calendar.module.css'

/** Row of one activity in a day's list: time, title, location and the user's own status. */
export function DayActivityRow({ activity }: { activity: ActivityRow }) {
  const { status, location, clubName } = activity
  const { title, language } = putTranslationInReaderLanguageFirst(activity)
  const places = [location ?? text.noPlace, clubName].filter(place => place !== null)
  const isPhone = useIsPhone()
  const statuses = (activity.myStatus || status !== 'planned') && (
    <Flex gap="2px 6px" align="center" wrap="wrap" my={2}>
      <OwnParticipationStatusLabel activity={activity} />
      {status !== 'planned' && <StatusBadge status={status} />}
    </Flex>
  )
  return (
    <Flex
      component="li"
      wrap="wrap"
      gap="4px 16px"
      justify="space-between"
      align="center"
      py={6}
      pl={{ base: 10, sm: 14 }}
      style={{ borderLeft: '4px solid var(--tone)', overflowWrap: 'anywhere' }}
      className={styles.entry}
      data-status={status}
    >
      <Flex direction="column" gap={3} flex="1 1 220px" miw={0}>
        <Link
          to="/activities/$id"
          params={{ id: String(activity.id) }}
          className={`lone ${styles.entryTitle}`}
          lang={language}
        >
          {title}
        </Link>
        {isPhone && statuses}
        <Box component="span" fz={14} className="tabular">
          <ActivityTimeText activity={activity} form="brief" isDayShown={false} />
        </Box>
        <Flex component="span" direction="column" fz={13} c="dimmed">
          {isPhone ? (
            places.map(place => <span key={place}>{place}</span>)
          ) : (
            <span>
              <DotSeparatedList parts={places} />
            </span>
          )}
        </Flex>
      </Flex>
      {!isPhone && statuses}
    </Flex>
  )
}

/** Small link to an activity in a day of the month calendar, with a tick when the user has joined. */
export function MonthCalendarActivityLink({
  activity,
  lines,
}: {
  activity: ActivityRow
  /** Maximum number of lines of the title. A longer title is truncated. */
  lines: number
}) {
  const { title, language } = putTranslationInReaderLanguageFirst(activity)
  return (
    <Text
      fz={12}
      fw={600}
      lh={1.35}
      {...(lines > 1 ? { lineClamp: lines } : { truncate: true })}
      className={styles.dayChip}
      data-status={activity.status}
      title={title}
      lang={language}
      renderRoot={props => (
        <Link to="/activities/$id" params={{ id: String(activity.id) }} tabIndex={-1} {...props} />
      )}
    >
      {activity.myStatus && <IconCheck size={12} aria-label={text.mine.registered} />}
      {title}
    </Text>
  )
}

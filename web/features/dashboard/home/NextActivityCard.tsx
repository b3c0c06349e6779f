import '@mantine/core/styles/Avatar.css'
import { Avatar, Box, Button, Card, Flex, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconClock, IconId, IconMap2, IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { buildActivityCoverUrl } from '#shared/activity-cover.ts'
import { downloadActivityCalendar } from '#shared/contracts/calendar/calendar.endpoints.ts'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'
import {
  doTimeZonesDifferDuringPeriod,
  formatPeriodForViewer,
  formatPeriodInZone,
  formatTimesOfSameDayInZone,
  formatTimeZoneLabel,
} from '#shared/time/format-period.ts'
import { formatWallTime } from '#shared/time/time-zones.ts'
import { dashboardText, homeText as text } from '#texts/dashboard.ts'
import { getViewerTimeZone } from '#web/lib/format/format.ts'
import { buildDirectionsUrl } from '#web/lib/format/map-url.ts'
import { buildEndpointUrl } from '#web/lib/http/api.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { DateRangeText } from '#web/ui/media/DateRangeText.tsx'
import { DateTile } from '#web/ui/media/DateTile.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { ViewerTimeChip } from '#web/ui/media/ViewerTimeChip.tsx'
import styles from './Home.module.css'

type OwnData = NonNullable<Dashboard['mine']>
type Activity = NonNullable<OwnData['suggestion']>
type ParticipantStatus = OwnData['activities'][number]['myStatus']

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true }

const getDayNumberInTimeZone = (moment: Date, zone: string) =>
  Date.parse(formatWallTime(moment, zone).slice(0, 10)) / 86_400_000

/** Formats the days until an activity begins, such as "6 hari lagi", in the time zone of the venue. */
function describeActivityStart(
  { startDate, timeZone, status }: Activity,
  now = new Date(),
): string | undefined {
  if (status === 'ongoing' || (startDate && new Date(startDate) <= now)) return text.ongoing
  if (!startDate) return undefined
  const days = getDayNumberInTimeZone(new Date(startDate), timeZone) - getDayNumberInTimeZone(now, timeZone)
  return text.daysLeft({ days })
}

/** Shows the activity's times at the venue and, where clocks differ, on the viewer's device. */
function ActivityTimes({ activity }: { activity: Activity }) {
  const { startDate, timeZone } = activity
  if (!startDate) return <span>{dashboardText.noDate}</span>
  const viewerZone = getViewerTimeZone()
  const isElsewhere = doTimeZonesDifferDuringPeriod(activity, timeZone, viewerZone)
  const hours = formatTimesOfSameDayInZone(activity, timeZone)
  return (
    <Flex component="span" direction="column" gap={4} align="flex-start">
      <Box component="span" style={{ textWrap: 'balance' }}>
        {/* Date tile of the activity. Screen readers skip it, because the text beside it repeats the date. */}
        {hours && <VisuallyHidden>{formatDayInZone(new Date(startDate), timeZone)}, </VisuallyHidden>}
        <Text span inherit fw={600}>
          {hours ?? <DateRangeText>{formatPeriodInZone(activity, timeZone, 'brief')}</DateRangeText>}
        </Text>{' '}
        {isElsewhere && (
          <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {formatTimeZoneLabel(timeZone)}
          </Text>
        )}
      </Box>
      {isElsewhere && (
        <ViewerTimeChip>
          {text.yourTime({ period: formatPeriodForViewer(activity, timeZone, viewerZone) })}
        </ViewerTimeChip>
      )}
    </Flex>
  )
}

/** Place of an activity. A line breaks after a comma where possible, not within the name of the venue or city. */
function PlaceLines({ location }: { location: string }) {
  return location.split(/(?<=,) /).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a location text never change their order
    <Fragment key={index}>
      {index > 0 && ' '}
      <Box component="span" display="inline-block">
        {part}
      </Box>
    </Fragment>
  ))
}

/** Diameter of a participant's photo, so small that four of them fit beside the user's status on a phone. */
const faceSize = 26

/** Photos of some participants of the activity, and the number of all other participants. */
function ParticipantFaces({ people, count }: { people: OwnData['coming']; count: number }) {
  if (people.length === 0) return null
  const others = count - people.length
  return (
    <Avatar.Group spacing={4} ml="auto" role="img" aria-label={text.participants({ count })}>
      {people.map(person => (
        <PersonAvatar key={person.id} person={person} size={faceSize} />
      ))}
      {others > 0 && (
        <Avatar size={faceSize} radius="xl" styles={{ placeholder: { fontSize: 11 } }}>
          {text.others({ count: others })}
        </Avatar>
      )}
    </Avatar.Group>
  )
}

/** Button of the activity card that shows only its icon on phones. Screen readers always read its label. */
function ActivityIconButton({
  label,
  name,
  icon,
  href,
}: {
  label: string
  name: string
  icon: ReactNode
  href: string
}) {
  const isExternal = href.startsWith('https:')
  return (
    <Button
      component="a"
      href={href}
      variant="default"
      h={48}
      px={{ base: 12, sm: 18 }}
      aria-label={name}
      {...(isExternal ? { target: '_blank', rel: 'noreferrer' } : { download: true })}
    >
      {icon}
      <Text span inherit visibleFrom="sm" ml={10}>
        {label}
      </Text>
    </Button>
  )
}

/** Style of the activity card's main button, which takes the remaining width on phones. */
const primaryProps = { h: 48, px: 8, fz: 15, flex: '1 1 180px', maw: 230 }

function ActivityPrimaryButton({
  activity,
  status,
  hasCard,
}: {
  activity: Activity
  status?: ParticipantStatus
  hasCard: boolean
}) {
  const isExpected = status === 'registered' || status === 'attended'
  if (isExpected && hasCard)
    return (
      <Button component={Link} to="/card" {...primaryProps} leftSection={<IconId {...icon} />}>
        {text.card}
      </Button>
    )
  return (
    <Button
      {...primaryProps}
      variant={status ? 'light' : 'filled'}
      renderRoot={props => <Link to="/activities/$id" params={{ id: String(activity.id) }} {...props} />}
    >
      {status ? text.seeActivity : text.seeAndJoin}
    </Button>
  )
}

/**
 * Large card of the member's next activity, with time, venue and directions. Without `status`, it is only a suggestion.
 */
export function NextActivityCard({
  activity,
  status,
  coming = [],
  hasCard,
}: {
  activity: Activity
  status?: ParticipantStatus
  coming?: OwnData['coming']
  hasCard: boolean
}) {
  const { id, title, language, location, imageUrl, startDate, timeZone, waitingPosition } = activity
  const start = describeActivityStart(activity)
  const StatusIcon = status === 'waiting' ? IconClock : IconCheck
  return (
    <Card component="article" padding={0} pos="relative" aria-label={title}>
      <img className={styles.cover} src={imageUrl ?? buildActivityCoverUrl(id)} alt="" />
      {start && (
        <Box
          component="span"
          pos="absolute"
          top={14}
          left={14}
          px={12}
          bdrs={999}
          fz={14}
          fw={600}
          lh="30px"
          bg="var(--mantine-color-body)"
        >
          {start}
        </Box>
      )}
      <Stack gap={12} px={{ base: 16, sm: 20 }} pb={{ base: 16, sm: 20 }}>
        <Group gap={8} mih={44} wrap="nowrap">
          <DateTile startDate={startDate} timeZone={timeZone} />
          <Flex
            component="span"
            gap={5}
            align="center"
            fz={13.5}
            fw={600}
            c={status === 'waiting' ? 'var(--waiting-text)' : 'var(--mantine-color-anchor)'}
            style={{ whiteSpace: 'nowrap' }}
          >
            {status && <StatusIcon size={16} aria-hidden />}
            <DotSeparatedList
              parts={[
                status ? text.joined[status] : text.suggested,
                waitingPosition !== null && text.turn({ place: waitingPosition }),
              ]}
            />
          </Flex>
          <ParticipantFaces people={coming} count={activity.participantCount} />
        </Group>
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          <Link to="/activities/$id" params={{ id: String(id) }} className={styles.title} lang={language}>
            {title}
          </Link>
        </Title>
        <Columns template={{ sm: 'minmax(0, 5fr) minmax(0, 4fr)' }} gap="8px 24px" fz={15}>
          <Group gap={10} align="flex-start" wrap="nowrap">
            <IconClock {...icon} color="var(--mantine-color-anchor)" />
            <ActivityTimes activity={activity} />
          </Group>
          <Group gap={10} align="flex-start" wrap="nowrap" style={{ overflowWrap: 'anywhere' }}>
            <IconMapPin {...icon} color="var(--mantine-color-anchor)" />
            <span>{location ? <PlaceLines location={location} /> : text.noPlace}</span>
          </Group>
        </Columns>
        <Flex gap={8} pos="relative" mt={4} style={{ zIndex: 1 }}>
          <ActivityPrimaryButton activity={activity} status={status} hasCard={hasCard} />
          {location && (
            <ActivityIconButton
              label={text.directions}
              name={text.directions}
              icon={<IconMap2 {...icon} />}
              href={buildDirectionsUrl(location)}
            />
          )}
          {startDate && (
            <ActivityIconButton
              label={text.calendar}
              name={text.addToCalendar}
              icon={<IconCalendarPlus {...icon} />}
              href={buildEndpointUrl(downloadActivityCalendar, { params: { id } })}
            />
          )}
        </Flex>
      </Stack>
    </Card>
  )
}

import { Flex, Title } from '@mantine/core'
import { IconClock, IconExternalLink, IconMapPin, IconRepeat, IconWorld } from '@tabler/icons-react'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { activitiesText, publicText, seriesText, pageText as text } from '#texts/activities.ts'
import { OwnParticipationStatusLabel } from '#web/features/activities/card/ActivityCard.tsx'
import { ActivityCoverImage } from '#web/features/activities/card/ActivityCoverImage.tsx'
import { ActivityTimeText } from '#web/features/activities/card/ActivityTimeText.tsx'
import { buildMapUrl } from '#web/lib/format/map-url.ts'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DateTile } from '#web/ui/media/DateTile.tsx'
import styles from './Event.module.css'

/** Header of an activity's page: cover, date tile, status, title, time and location. */
export function ActivityHeader({ activity }: { activity: ActivityDetail }) {
  const { title, location } = activity
  return (
    <>
      <ActivityCoverImage activity={activity} />
      <Flex wrap="wrap" gap={10} align="center" mih={44} pl={16}>
        <DateTile startDate={activity.startDate} timeZone={activity.timeZone} />
        <StatusBadge status={activity.status} />
        <OwnParticipationStatusLabel activity={activity} />
        {activity.seriesId && (
          <Flex component="span" gap={4} align="center" display="inline-flex" fz={13} c="dimmed">
            <IconRepeat size={14} aria-hidden /> {seriesText.isSeries}
          </Flex>
        )}
        {activity.publicUrl && (
          <Flex component="span" gap={4} align="center" display="inline-flex" fz={13} c="dimmed">
            <IconWorld size={14} aria-hidden /> {publicText.title}
          </Flex>
        )}
      </Flex>
      <Title order={2} mt={10} mb={14} style={{ overflowWrap: 'anywhere' }} lang={activity.language}>
        {title}
      </Title>
      <Columns
        component="dl"
        template="repeat(auto-fit, minmax(min(260px, 100%), 1fr))"
        gap="14px 20px"
        mb={18}
      >
        <Flex gap={12} align="flex-start" miw={0} className={styles.fact}>
          <IconClock size={20} aria-hidden />
          <dt className="visually-hidden">{text.when}</dt>
          <dd>
            <ActivityTimeText activity={activity} form="long" />
          </dd>
        </Flex>
        <Flex gap={12} align="flex-start" miw={0} className={styles.fact}>
          <IconMapPin size={20} aria-hidden />
          <dt className="visually-hidden">{text.where}</dt>
          <dd>
            <span>{location ?? activitiesText.noPlace}</span>
            {location && (
              <a
                href={buildMapUrl(location)}
                target="_blank"
                rel="noreferrer"
                className={`lone ${styles.map}`}
              >
                {text.map} <IconExternalLink size={14} aria-hidden />
              </a>
            )}
          </dd>
        </Flex>
      </Columns>
    </>
  )
}

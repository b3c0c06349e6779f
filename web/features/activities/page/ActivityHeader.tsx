import { Title } from '@mantine/core'
import { IconClock, IconExternalLink, IconMapPin, IconRepeat, IconWorld } from '@tabler/icons-react'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import {
  activitiesText,
  publicText,
  seriesText,
  pageText as text,
} from '#web/features/activities/activities.text.ts'
import { ParticipationStatus } from '#web/features/activities/card/ActivityCard.tsx'
import { ActivityCover } from '#web/features/activities/card/ActivityCover.tsx'
import { ActivityTime } from '#web/features/activities/card/ActivityTime.tsx'
import { DateTile } from '#web/features/activities/card/DateTile.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import styles from './Event.module.css'

/** Builds a link to OpenStreetMap. No request is sent to the map service before the user follows it. */
function buildMapUrl(location: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`
}

/** Header of an activity's page: cover, date tile, status, title, time and location. */
export function ActivityHeader({ activity }: { activity: ActivityDetail }) {
  const { title, location } = activity
  return (
    <>
      <ActivityCover activity={activity} />
      <div className={styles.head}>
        <DateTile startDate={activity.startDate} timeZone={activity.timeZone} />
        <StatusBadge status={activity.status} />
        <ParticipationStatus activity={activity} />
        {activity.seriesId && (
          <span className={styles.series}>
            <IconRepeat size={14} aria-hidden /> {seriesText.isSeries}
          </span>
        )}
        {activity.publicUrl && (
          <span className={styles.series}>
            <IconWorld size={14} aria-hidden /> {publicText.title}
          </span>
        )}
      </div>
      <Title order={2} className={styles.title}>
        {title}
      </Title>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <IconClock size={20} aria-hidden />
          <dt className={styles.spoken}>{text.when}</dt>
          <dd>
            <ActivityTime activity={activity} form="long" />
          </dd>
        </div>
        <div className={styles.fact}>
          <IconMapPin size={20} aria-hidden />
          <dt className={styles.spoken}>{text.where}</dt>
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
        </div>
      </dl>
    </>
  )
}

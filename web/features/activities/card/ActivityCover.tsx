import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { buildCoverUrl } from '#shared/cover.ts'
import styles from '#web/features/activities/Activities.module.css'

/** Cover image: the activity's first picture or a generated one. Decorative, so its alternative text is empty. */
export function ActivityCover({
  activity,
  size,
  palette,
}: {
  activity: ActivityRow
  size?: 'thumbnail'
  /** Colours of the generated cover, chosen by `chooseCoverPalettes` for lists. */
  palette?: number
}) {
  const [picture] = activity.images
  const source = picture
    ? `${picture.url}${size ? `?size=${size}` : ''}`
    : buildCoverUrl(activity.id, undefined, palette)
  return <img className={styles.cover} src={source} alt="" loading="lazy" />
}

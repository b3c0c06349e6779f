import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { buildCoverUrl } from '#shared/cover.ts'
import styles from '#web/features/activities/Activities.module.css'

/** Cover image: the activity's first picture or a generated one. Decorative, so its alternative text is empty. */
export function ActivityCover({ activity, size }: { activity: ActivityRow; size?: 'thumbnail' }) {
  const [picture] = activity.images
  const source = picture ? `${picture.url}${size ? `?size=${size}` : ''}` : buildCoverUrl(activity.id)
  return <img className={styles.cover} src={source} alt="" loading="lazy" />
}

import type { ActivityRow } from '#shared/contracts/activities.ts'
import { coverUrl } from '#shared/cover.ts'
import styles from './Activities.module.css'

/** Cover image: the activity's first picture or a generated one. Decorative, so its alternative text is empty. */
export function Cover({ activity, size }: { activity: ActivityRow; size?: 'thumbnail' }) {
  const [picture] = activity.images
  const source = picture ? `${picture.url}${size ? `?size=${size}` : ''}` : coverUrl(activity.id)
  return <img className={styles.cover} src={source} alt="" loading="lazy" />
}

import type { ActivityRow } from '#shared/contracts/activities.ts'
import { coverUrl } from '#shared/cover.ts'
import styles from './Activities.module.css'

/** Its first picture; without one, what is drawn from the activity itself. It says nothing that is not written below. */
export function Cover({ activity, size }: { activity: ActivityRow; size?: 'thumbnail' }) {
  const [picture] = activity.images
  const source = picture ? `${picture.url}${size ? `?size=${size}` : ''}` : coverUrl(activity.id)
  return <img className={styles.cover} src={source} alt="" loading="lazy" />
}

import { buildActivityCoverUrl, type CoverDesign } from '#shared/activity-cover.ts'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import styles from '#web/features/activities/Activities.module.css'

/** Cover image of an activity: its first picture or a generated image. Decorative, so the alternative text is empty. */
export function ActivityCoverImage({
  activity,
  size,
  design,
}: {
  activity: ActivityRow
  size?: 'thumbnail'
  /** Design of an activity's generated cover image; lists choose designs with `chooseActivityCoverDesigns`. */
  design?: CoverDesign
}) {
  const [picture] = activity.images
  const source = picture
    ? `${picture.url}${size ? `?size=${size}` : ''}`
    : buildActivityCoverUrl(activity.id, undefined, design)
  return (
    <img
      className={styles.cover}
      src={source}
      alt=""
      loading="lazy"
      // The emblem is right of the image's centre, so a narrow cover image is cropped around the emblem.
      style={{ objectPosition: picture ? undefined : '80%' }}
    />
  )
}

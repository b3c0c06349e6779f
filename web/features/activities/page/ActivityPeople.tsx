import { Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { activitiesText, helperText, pageText as text } from '#web/features/activities/activities.text.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Event.module.css'

/** Avatars of the participants visible to the user, and the number of the others. */
function ParticipantFaces({ activity }: { activity: ActivityDetail }) {
  const { coming, participantCount } = activity
  const hiddenCount = participantCount - coming.length
  return (
    <section aria-label={text.coming}>
      <Title order={3} size="h5" mb="xs">
        {text.coming} <span className={styles.count}>{formatNumber(participantCount)}</span>
      </Title>
      {activity.attendedCount > 0 && (
        <p className={styles.muted}>{text.cameSoFar(activity.attendedCount, participantCount)}</p>
      )}
      {participantCount === 0 && <span className={styles.muted}>{text.nobodyYet}</span>}
      <ul className={styles.faces}>
        {coming.map(person => (
          <li key={person.id} title={person.fullName}>
            <PersonAvatar person={person} size={40} />
            <span className={styles.spoken}>{person.fullName}</span>
          </li>
        ))}
        {hiddenCount > 0 && <li className={styles.more}>{text.others(hiddenCount)}</li>}
      </ul>
      {coming.length > 0 && (
        <p className={styles.muted}>
          {coming
            .slice(0, 3)
            .map(({ fullName }) => fullName)
            .join(', ')}
        </p>
      )}
    </section>
  )
}

function Organizers({ activity }: { activity: ActivityDetail }) {
  const { organizer, helpers, clubId, clubName, groupId } = activity
  return (
    <section aria-label={text.organizers}>
      <Title order={3} size="h5" mb="xs">
        {text.organizers}
      </Title>
      <div className={styles.organizer}>
        {organizer && <PersonAvatar person={organizer} size={40} />}
        <div className={styles.lines}>
          <span>{organizer?.fullName ?? text.formerMember}</span>
          {clubId ? (
            <Link to="/clubs/$id" params={{ id: String(clubId) }} className={`lone ${styles.link}`}>
              {clubName}
            </Link>
          ) : (
            <span className={styles.muted}>{activitiesText.noClub}</span>
          )}
        </div>
      </div>
      {helpers.length > 0 && (
        <p className={styles.muted}>{helperText.list(helpers.map(({ fullName }) => fullName).join(', '))}</p>
      )}
      {groupId && (
        <Link to="/communication" search={{ group: groupId }} className={`lone ${styles.link}`}>
          <IconMessages size={16} aria-hidden /> {text.chat}
        </Link>
      )}
    </section>
  )
}

export function ActivityPeople({ activity }: { activity: ActivityDetail }) {
  return (
    <div className={styles.people}>
      <ParticipantFaces activity={activity} />
      <Organizers activity={activity} />
    </div>
  )
}

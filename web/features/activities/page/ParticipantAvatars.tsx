import { Center, Flex, Group, Stack, Title, VisuallyHidden } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { activitiesText, helperText, pageText as text } from '#texts/activities.ts'
import { nameText } from '#texts/labels.ts'
import { isActivityOver } from '#web/features/activities/is-activity-over.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Event.module.css'

/** Shows avatars of the participants whom the user may see, and the number of hidden participants. */
function ParticipantFaces({ activity }: { activity: ActivityDetail }) {
  const { coming, participantCount } = activity
  const hiddenCount = participantCount - coming.length
  const title = isActivityOver(activity) ? text.joined : text.coming
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb="xs">
        {title} <span className={styles.count}>{formatNumber(participantCount)}</span>
      </Title>
      {activity.attendedCount > 0 && activity.status !== 'completed' && (
        <p className={styles.muted}>
          {text.cameSoFar({ came: activity.attendedCount, all: participantCount })}
        </p>
      )}
      {participantCount === 0 && <span className={styles.muted}>{text.nobodyYet}</span>}
      {participantCount > 0 && coming.length === 0 && <p className={styles.muted}>{text.namesHidden}</p>}
      <Flex component="ul" wrap="wrap" pl={8} className={styles.faces}>
        {coming.map(person => (
          <li key={person.id} title={person.fullName}>
            <PersonAvatar person={person} size={40} />
            <VisuallyHidden>{person.fullName}</VisuallyHidden>
          </li>
        ))}
        {coming.length > 0 && hiddenCount > 0 && (
          <Center component="li" miw={44} h={44} px={10} bg="var(--line)" fz={13} fw={600}>
            {text.others({ count: hiddenCount })}
          </Center>
        )}
      </Flex>
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

function ActivityOrganizers({ activity }: { activity: ActivityDetail }) {
  const { organizer, helpers, clubId, clubName, groupId } = activity
  return (
    <section aria-label={text.organizers}>
      <Title order={3} size="h5" mb="xs">
        {text.organizers}
      </Title>
      <Group gap={12} wrap="nowrap" mb={8}>
        {organizer && <PersonAvatar person={organizer} size={40} />}
        <Stack gap={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <span>{organizer?.fullName ?? nameText.formerMember}</span>
          {clubId ? (
            <Link to="/clubs/$id" params={{ id: String(clubId) }} className={`lone ${styles.link}`}>
              {clubName}
            </Link>
          ) : (
            <span className={styles.muted}>{activitiesText.noClub}</span>
          )}
        </Stack>
      </Group>
      {helpers.length > 0 && (
        <p className={styles.muted}>
          {helperText.list({ names: helpers.map(({ fullName }) => fullName).join(', ') })}
        </p>
      )}
      {groupId && (
        <Link to="/communication" search={{ group: groupId }} className={`lone ${styles.link}`}>
          <IconMessages size={16} aria-hidden /> {text.chat}
        </Link>
      )}
    </section>
  )
}

export function ParticipantAvatars({ activity }: { activity: ActivityDetail }) {
  return (
    <Columns
      template="repeat(auto-fit, minmax(min(240px, 100%), 1fr))"
      gap={20}
      pt={16}
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <ParticipantFaces activity={activity} />
      <ActivityOrganizers activity={activity} />
    </Columns>
  )
}

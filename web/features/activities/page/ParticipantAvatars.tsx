import { Box, Center, Flex, Group, Stack, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { activitiesText, helperText, pageText as text } from '#texts/activities.ts'
import { nameText } from '#texts/labels.ts'
import { isActivityOver } from '#web/features/activities/is-activity-over.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Event.module.css'

/** Number of avatars in one line on a phone, and number of participant names shown below the avatars. */
const facesShown = 6
const namesShown = 3

/** Shows avatars of the participants whom the user may see, and the number of hidden participants. */
function ParticipantFaces({ activity }: { activity: ActivityDetail }) {
  const { coming, participantCount } = activity
  const [isExpanded, setExpanded] = useState(false)
  const faces = isExpanded ? coming : coming.slice(0, facesShown)
  const hiddenCount = participantCount - faces.length
  const named = coming.slice(0, namesShown)
  const names = named.map(({ fullName }) => fullName).join(', ')
  const unnamedCount = participantCount - named.length
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
        {faces.map(person => (
          <li key={person.id} title={person.fullName}>
            <PersonAvatar person={person} size={40} />
            <VisuallyHidden>{person.fullName}</VisuallyHidden>
          </li>
        ))}
        {faces.length > 0 && hiddenCount > 0 && (
          <Center component="li" miw={44} h={44} bg="var(--line)" fz={13} fw={600}>
            {faces.length < coming.length ? (
              <UnstyledButton
                miw={44}
                px={10}
                ta="center"
                h={44}
                my={-2}
                fz="inherit"
                fw="inherit"
                aria-label={text.showAll}
                onClick={() => setExpanded(true)}
              >
                {text.others({ count: hiddenCount })}
              </UnstyledButton>
            ) : (
              <Box component="span" px={10}>
                {text.others({ count: hiddenCount })}
              </Box>
            )}
          </Center>
        )}
      </Flex>
      {coming.length > 0 && (
        <p className={styles.muted}>
          {unnamedCount > 0 ? text.andOthers({ names, count: unnamedCount }) : names}
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

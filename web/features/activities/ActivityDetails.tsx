import { Anchor, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconCalendarPlus, IconFile, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { can } from '#shared/policies.ts'
import { focusLater } from '#web/lib/focus.ts'
import { showSize } from '#web/lib/format.ts'
import { isMissing, isUnknown } from '#web/lib/is-missing.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact } from '#web/ui/Fact.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './Activities.module.css'
import { MyStatus, Places } from './ActivityCard.tsx'
import { hostOf } from './ActivityGrid.tsx'
import { useActivity } from './activities.api.ts'
import { activitiesText, feedText, pageText as text } from './activities.text.ts'
import { calendarFileUrl } from './feeds.api.ts'
import { Gallery } from './Gallery.tsx'
import { JoinButton } from './JoinButton.tsx'
import { ActivityDialog } from './LaterDialog.tsx'
import { Participants } from './Participants.tsx'
import { StatusButtons } from './StatusButtons.tsx'
import { When } from './When.tsx'

const editId = 'edit-activity'

function Facts({ activity }: { activity: ActivityRow }) {
  const { clubId, clubName, location, organizerName } = activity
  return (
    <dl className={styles.detail}>
      <Fact label={text.when}>
        <When activity={activity} form="long" />
      </Fact>
      <Fact label={text.where}>{location ?? activitiesText.noPlace}</Fact>
      <Fact label={text.participants}>
        <Places activity={activity} />
      </Fact>
      <Fact label={text.club}>
        {clubId ? (
          <Link to="/clubs/$id" params={{ id: String(clubId) }} className={`lone ${styles.inlineLink}`}>
            {clubName}
          </Link>
        ) : (
          activitiesText.noClub
        )}
      </Fact>
      <Fact label={text.organizer}>{organizerName ?? text.formerMember}</Fact>
    </dl>
  )
}

function Documents({ activity: { documents } }: { activity: ActivityRow }) {
  if (documents.length === 0) return null
  return (
    <section aria-label={text.documents}>
      <Title order={3} size="h5" mb="xs">
        {text.documents}
      </Title>
      <ul className={styles.files}>
        {documents.map(file => (
          <li key={file.id} className={styles.file}>
            <IconFile size={20} aria-hidden />
            <Anchor href={file.url} download className={styles.fileName}>
              {file.name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {showSize(file.size)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Everything about one activity; who comes only for those who organise it. */
export function ActivityDetails({ user, id }: { user: CurrentUser; id: number | undefined }) {
  const query = useActivity(id)
  const [isEditing, setEditing] = useState(false)
  if (isUnknown(query)) {
    const toAll = (
      <Button component={Link} to="/activities" variant="default">
        {text.back}
      </Button>
    )
    return (
      <Card>
        <EmptyState text={text.notFound} action={toAll} />
      </Card>
    )
  }
  if (isMissing(query)) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={420} radius={16} />
  const activity = query.data
  const mayManage = can(user, 'activities.manage', { club: hostOf(activity) })
  return (
    <Stack gap="lg">
      <Link to="/activities" className={`lone ${styles.back}`}>
        <IconArrowLeft size={16} aria-hidden /> {text.back}
      </Link>
      <Card component="article" aria-label={activity.title}>
        <Stack gap="md">
          <div className={styles.cardHead}>
            <StatusBadge status={activity.status} />
            <MyStatus activity={activity} />
          </div>
          <Title order={2} className={styles.words}>
            {activity.title}
          </Title>
          <Facts activity={activity} />
          {activity.description && <Text className={styles.paragraphs}>{activity.description}</Text>}
          <Gallery images={activity.images} />
          <Documents activity={activity} />
          <Group gap="sm">
            <JoinButton activity={activity} />
            {activity.startDate && (
              <Button
                component="a"
                href={calendarFileUrl(activity.id)}
                download
                variant="default"
                leftSection={<IconCalendarPlus size={18} aria-hidden />}
              >
                {feedText.add}
              </Button>
            )}
            {mayManage && (
              <>
                <Button
                  id={editId}
                  variant="default"
                  leftSection={<IconPencil size={18} aria-hidden />}
                  onClick={() => setEditing(true)}
                >
                  {text.edit}
                </Button>
                <StatusButtons activity={activity} />
              </>
            )}
          </Group>
        </Stack>
      </Card>
      {mayManage && <Participants activity={activity} />}
      {isEditing && (
        <ActivityDialog
          user={user}
          activity={activity}
          onClose={() => {
            setEditing(false)
            focusLater(editId)
          }}
        />
      )}
    </Stack>
  )
}

import { Button, Group, Modal, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { CalendarFeed } from '#shared/contracts/calendar/calendar.schemas.ts'
import { feedText as text } from '#texts/activities.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { useCalendarFeeds, useCreateCalendarFeed, useRevokeCalendarFeed } from './calendar-feeds.api.ts'

function CalendarFeedUrl({ feed, title }: { feed: CalendarFeed; title: string }) {
  const revoke = useRevokeCalendarFeed()
  // When the browser refuses clipboard access, the user can copy the feed's URL from the text field.
  const { copy, copied } = useClipboard({ timeout: 10_000 })
  return (
    <>
      <TextInput
        label={text.address}
        description={text.secret}
        readOnly
        value={feed.url}
        onFocus={event => event.currentTarget.select()}
      />
      <Group gap="sm">
        <Button
          component="a"
          href={feed.url.replace(/^https?:/, 'webcal:')}
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          {text.subscribe}
        </Button>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => copy(feed.url)}
        >
          {copied ? text.copied : text.copy}
        </Button>
        <Button
          variant="subtle"
          color="red"
          loading={revoke.isPending}
          onClick={() =>
            openConfirmDialog({
              title: text.revokeOf({ title }),
              text: text.revokeConfirm,
              action: text.revoke,
              isDangerous: true,
              onConfirm: () => revoke.mutate(feed.id),
            })
          }
        >
          {text.revoke}
        </Button>
      </Group>
    </>
  )
}

function CalendarFeedRow({
  title,
  help,
  clubId,
  feeds,
}: {
  title: string
  help: string
  clubId: number | null
  feeds: CalendarFeed[]
}) {
  const open = useCreateCalendarFeed()
  const feed = feeds.find(candidate => candidate.clubId === clubId)
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
      {feed ? (
        <CalendarFeedUrl feed={feed} title={title} />
      ) : (
        <Group>
          <Button variant="default" loading={open.isPending} onClick={() => open.mutate(clubId)}>
            {text.open}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/**
 * Dialog to create and revoke secret calendar feed URLs for the user's own activities and for clubs.
 * Feeds of clubs that the user has left are listed too, so that they can be revoked.
 */
export function CalendarFeedDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const query = useCalendarFeeds()
  return (
    <Modal opened onClose={onClose} size="lg" title={text.title}>
      {isQueryErrorShownInsteadOfData(query) && (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      )}
      {!query.data && !isQueryErrorShownInsteadOfData(query) && <Skeleton height={200} />}
      {query.data && (
        <Stack gap="lg">
          <CalendarFeedRow title={text.mine} help={text.mineHelp} clubId={null} feeds={query.data} />
          {user.clubId && (
            <CalendarFeedRow title={text.club} help={text.clubHelp} clubId={user.clubId} feeds={query.data} />
          )}
          {query.data
            .filter(({ clubId }) => clubId !== null && clubId !== user.clubId)
            .map(({ id, clubId, clubName }) => (
              <CalendarFeedRow
                key={id}
                title={text.otherClub({ name: clubName ?? '' })}
                help={text.clubHelp}
                clubId={clubId}
                feeds={query.data}
              />
            ))}
        </Stack>
      )}
    </Modal>
  )
}

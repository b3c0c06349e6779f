import { Alert, Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCalendarEvent, IconFile } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AnnouncementDetail } from '#shared/contracts/announcements.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { showMoment, showSize } from '#web/lib/format.ts'
import { isMissing } from '#web/lib/is-missing.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import cards from '#web/ui/CardList.module.css'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import fileRows from '#web/ui/FileRows.module.css'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './Announcements.module.css'
import { useAnnouncement, useMarkRead } from './announcements.api.ts'
import { announcementsText, senderLabel, viewText as text } from './announcements.text.ts'
import { Figures } from './Figures.tsx'
import { ManageBar } from './ManageBar.tsx'
import { PollPanel } from './PollPanel.tsx'
import { Tag } from './Tag.tsx'

/** What is not as readers would expect it. */
function State({ one }: { one: AnnouncementDetail }) {
  const words = {
    draft: text.draft,
    scheduled: one.sentAt ? text.scheduled(showMoment(one.sentAt)) : text.draft,
    withdrawn: text.withdrawn,
    sending: undefined,
    sent: undefined,
  }[one.status]
  return words ? <Alert color={one.status === 'withdrawn' ? 'red' : 'emas'}>{words}</Alert> : null
}

function Attached({ one }: { one: AnnouncementDetail }) {
  return (
    <>
      {one.activity && (
        <Link
          to="/activities/$id"
          params={{ id: String(one.activity.id) }}
          className={fileRows.file}
          aria-label={`${text.activity}: ${one.activity.title}`}
        >
          <IconCalendarEvent size={20} aria-hidden />
          {one.activity.title}
        </Link>
      )}
      {one.documents.length > 0 && (
        <ul className={fileRows.files} aria-label={text.files}>
          {one.documents.map(file => (
            <li key={file.id}>
              <a href={file.url} download={file.name} className={fileRows.file}>
                <IconFile size={20} aria-hidden />
                <span>
                  {file.name}{' '}
                  <Text span size="sm" c="dimmed">
                    {showSize(file.size)}
                  </Text>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The words themselves, as they stand on the screen. */
function Article({ one }: { one: AnnouncementDetail }) {
  return (
    <Card component="article" className={styles.article}>
      <Stack gap="md">
        <div>
          <div className={styles.line}>
            {one.isUrgent && <Tag tone="urgent">{announcementsText.urgent}</Tag>}
            <span>{text.by(senderLabel(one.sender), one.sender.name)}</span>
            {one.sentAt && one.status !== 'scheduled' && (
              <time dateTime={one.sentAt}>{showMoment(one.sentAt)}</time>
            )}
            {one.correctedAt && <span>{announcementsText.correctedAt(showMoment(one.correctedAt))}</span>}
          </div>
          <Title order={2} mt={6}>
            {one.title}
          </Title>
        </div>
        <div>
          {one.image && <img src={one.image.url} alt="" className={styles.picture} />}
          <RichText text={one.body} />
        </div>
        <Attached one={one} />
        {one.poll && (
          <PollPanel
            id={one.id}
            poll={one.poll}
            mayAnswer={one.isRecipient && one.status !== 'withdrawn'}
            isManager={one.isManager}
          />
        )}
      </Stack>
    </Card>
  )
}

/** Opened is read; once, however often it is drawn. */
function useReading(one: AnnouncementDetail | undefined): void {
  const { mutate } = useMarkRead(one?.id ?? 0)
  const isNew = one?.isRecipient === true && one.readAt === null && one.status !== 'withdrawn'
  useEffect(() => {
    if (isNew) mutate()
  }, [isNew, mutate])
}

export function AnnouncementView({ user, id }: { user: CurrentUser; id: number }) {
  const found = useAnnouncement(id)
  useReading(found.data)
  const back = <BackLink to="/announcements">{text.back}</BackLink>
  if (isMissing(found)) {
    return (
      <>
        {back}
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      </>
    )
  }
  const one = found.data
  if (!one) return <Skeleton height={360} maw={760} radius={16} />
  const isOut = one.status !== 'draft' && one.status !== 'scheduled'
  return (
    <>
      {back}
      <div className={cards.page} data-wide={(one.isManager && isOut) || undefined}>
        <Stack gap="md">
          <State one={one} />
          {one.isManager && <ManageBar user={user} one={one} />}
          <Article one={one} />
        </Stack>
        {one.isManager && isOut && <Figures id={one.id} hasPoll={one.poll !== null} />}
      </div>
    </>
  )
}

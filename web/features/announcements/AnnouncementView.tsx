import { Alert, Box, Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCalendarEvent, IconFile } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AnnouncementDetail } from '#shared/contracts/announcements/announcements.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { getLanguage } from '#shared/language/texts.ts'
import { announcementsText, viewText as text } from '#texts/announcements.ts'
import { formatDateTime, formatFileSize } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import fileRows from '#web/ui/form/FileRows.module.css'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { RichText } from '#web/ui/media/RichText.tsx'
import { ShowTextInOtherLanguageButton } from '#web/ui/media/ShowTextInOtherLanguageButton.tsx'
import { AnnouncementDeliveryStatistics } from './AnnouncementDeliveryStatistics.tsx'
import styles from './Announcements.module.css'
import { useAnnouncement, useMarkAnnouncementRead } from './announcements.api.ts'
import { ColouredAnnouncementTag } from './ColouredAnnouncementTag.tsx'
import { ManageAnnouncementButtons } from './ManageAnnouncementButtons.tsx'
import { PollPanel } from './PollPanel.tsx'
import { formatSenderName } from './sender-names.ts'

/** Alert above a draft, scheduled or withdrawn announcement. Renders nothing for sent announcements. */
function AnnouncementStatusAlert({ announcement }: { announcement: AnnouncementDetail }) {
  const message = {
    draft: text.draft,
    scheduled: announcement.sentAt
      ? text.scheduled({ when: formatDateTime(announcement.sentAt) })
      : text.draft,
    withdrawn: text.withdrawn,
    sending: undefined,
    sent: undefined,
  }[announcement.status]
  return message ? (
    <Alert color={announcement.status === 'withdrawn' ? 'red' : 'emas'}>{message}</Alert>
  ) : null
}

function AnnouncementAttachments({ announcement }: { announcement: AnnouncementDetail }) {
  return (
    <>
      {announcement.activity && (
        <Link
          to="/activities/$id"
          params={{ id: String(announcement.activity.id) }}
          className={fileRows.file}
          aria-label={`${text.activity}: ${announcement.activity.title}`}
        >
          <IconCalendarEvent size={20} aria-hidden />
          <span lang={announcement.activity.language}>{announcement.activity.title}</span>
        </Link>
      )}
      {announcement.documents.length > 0 && (
        <ul className={fileRows.files} aria-label={text.files}>
          {announcement.documents.map(file => (
            <li key={file.id}>
              <a href={file.url} download={file.name} className={fileRows.file}>
                <IconFile size={20} aria-hidden />
                <span>
                  {file.name}{' '}
                  <Text span size="sm" c="dimmed">
                    {formatFileSize(file.size)}
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

function AnnouncementArticle({ announcement: stored }: { announcement: AnnouncementDetail }) {
  const [language, setLanguage] = useState(getLanguage)
  const announcement = putTranslationInReaderLanguageFirst(stored, language)
  return (
    <Card component="article" className={styles.article}>
      <Stack gap="md">
        <div>
          <div className={styles.line}>
            {announcement.isUrgent && (
              <ColouredAnnouncementTag tone="bad">{announcementsText.urgent}</ColouredAnnouncementTag>
            )}
            <span>
              {text.by({ sender: formatSenderName(announcement.sender), name: announcement.sender.name })}
            </span>
            {announcement.sentAt && announcement.status !== 'scheduled' && (
              <time dateTime={announcement.sentAt}>{formatDateTime(announcement.sentAt)}</time>
            )}
            {announcement.correctedAt && (
              <span>{announcementsText.correctedAt({ when: formatDateTime(announcement.correctedAt) })}</span>
            )}
          </div>
          <Title order={2} mt={6} lang={announcement.language}>
            {announcement.title}
          </Title>
        </div>
        <div>
          {announcement.image && (
            <Box
              src={announcement.image.url}
              alt=""
              component="img"
              display="block"
              w="100%"
              mah={420}
              mb={16}
              bdrs={12}
              style={{ objectFit: 'cover' }}
            />
          )}
          <RichText text={announcement.body} lang={announcement.language} />
        </div>
        <ShowTextInOtherLanguageButton version={announcement} onSwitch={setLanguage} />
        <AnnouncementAttachments announcement={announcement} />
        {announcement.poll && (
          <PollPanel
            id={announcement.id}
            poll={announcement.poll}
            canAnswer={announcement.isRecipient && announcement.status !== 'withdrawn'}
            isManager={announcement.isManager}
          />
        )}
      </Stack>
    </Card>
  )
}

/** Marks the announcement as read when a recipient opens it for the first time. */
function useMarkReadOnOpen(announcement: AnnouncementDetail | undefined): void {
  const { mutate } = useMarkAnnouncementRead(announcement?.id ?? 0)
  const isUnread =
    announcement?.isRecipient === true && announcement.readAt === null && announcement.status !== 'withdrawn'
  useEffect(() => {
    if (isUnread) mutate()
  }, [isUnread, mutate])
}

export function AnnouncementView({ user, id }: { user: CurrentUser; id: number }) {
  const announcementQuery = useAnnouncement(id)
  useMarkReadOnOpen(announcementQuery.data)
  const back = <BackLink to="/announcements">{text.back}</BackLink>
  if (isQueryErrorShownInsteadOfData(announcementQuery)) {
    return (
      <>
        {back}
        <ErrorState error={announcementQuery.error} onRetry={() => announcementQuery.refetch()} />
      </>
    )
  }
  const announcement = announcementQuery.data
  if (!announcement) return <Skeleton height={360} maw={960} radius={16} />
  const isPublished = announcement.status !== 'draft' && announcement.status !== 'scheduled'
  return (
    <>
      {back}
      <div className={cards.page} data-wide={(announcement.isManager && isPublished) || undefined}>
        <Stack gap="md">
          <AnnouncementStatusAlert announcement={announcement} />
          {announcement.isManager && <ManageAnnouncementButtons user={user} announcement={announcement} />}
          <AnnouncementArticle announcement={announcement} />
        </Stack>
        {announcement.isManager && isPublished && (
          <AnnouncementDeliveryStatistics id={announcement.id} hasPoll={announcement.poll !== null} />
        )}
      </div>
    </>
  )
}

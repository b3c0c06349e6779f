import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { SegmentedControl, Title } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { appName } from '#web/lib/document/branding.ts'
import { RichText } from '#web/ui/media/RichText.tsx'
import styles from './Announcements.module.css'
import { AnnouncementTag } from './AnnouncementTag.tsx'
import { announcementsText, composeText as text } from './announcements.text.ts'

export interface PreviewContent {
  title: string
  body: string
  isUrgent: boolean
  imageUrl?: string
}

function PhonePreview({ announcement, sender }: { announcement: PreviewContent; sender: string }) {
  return (
    <div className={styles.phone}>
      <div className={styles.line}>
        {announcement.isUrgent && <AnnouncementTag tone="urgent">{announcementsText.urgent}</AnnouncementTag>}
        <span>{sender}</span>
      </div>
      <Title order={3} size="h4" my={6}>
        {announcement.title}
      </Title>
      {announcement.imageUrl && <img src={announcement.imageUrl} alt="" className={styles.picture} />}
      <RichText text={announcement.body} />
    </div>
  )
}

/** Preview of the mail. The picture is omitted, because announcement mails contain none. */
function MailPreview({
  announcement,
  sender,
  name,
}: {
  announcement: PreviewContent
  sender: string
  name: string
}) {
  return (
    <div className={styles.mail}>
      <div className={styles.subject}>
        {text.mailSubject}:{' '}
        <strong>
          {announcement.isUrgent && text.urgentMail}
          {announcement.title}
        </strong>
      </div>
      <p>{text.greeting(name)}</p>
      <Title order={3} size="h3" mb="sm">
        {announcement.title}
      </Title>
      <RichText text={announcement.body} />
      <span className={styles.fakeButton}>{text.open}</span>
      <p className={styles.small}>
        {announcementsText.title} · {sender} · {appName}
      </p>
      {!announcement.isUrgent && <p className={styles.small}>{text.stop}</p>}
    </div>
  )
}

/** Preview of an announcement as it will look in the app or in mail. */
export function AnnouncementPreview({
  announcement,
  user,
  sender,
}: {
  announcement: PreviewContent
  user: CurrentUser
  sender: string
}) {
  const [view, setView] = useState<'phone' | 'mail'>('phone')
  return (
    <section aria-label={text.preview}>
      <SegmentedControl
        mb="md"
        fullWidth
        aria-label={text.preview}
        data={(['phone', 'mail'] as const).map(value => ({ value, label: text.previews[value] }))}
        value={view}
        onChange={value => setView(value as typeof view)}
      />
      {view === 'phone' ? (
        <PhonePreview announcement={announcement} sender={sender} />
      ) : (
        <MailPreview announcement={announcement} sender={sender} name={user.fullName} />
      )}
    </section>
  )
}

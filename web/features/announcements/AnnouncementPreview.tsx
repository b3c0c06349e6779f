import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Box, type BoxProps, SegmentedControl, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { TextLanguage } from '#shared/language/languages.ts'
import {
  putTranslationInReaderLanguageFirst,
  type VersionedTitle,
} from '#shared/language/put-translation-in-reader-language-first.ts'
import { announcementsText, composeText as text } from '#texts/announcements.ts'
import { appName } from '#web/lib/document/branding.ts'
import { RichText } from '#web/ui/media/RichText.tsx'
import { ShowTextInOtherLanguageButton } from '#web/ui/media/ShowTextInOtherLanguageButton.tsx'
import styles from './Announcements.module.css'
import { ColouredAnnouncementTag } from './ColouredAnnouncementTag.tsx'

export interface PreviewContent extends VersionedTitle {
  body: string
  secondBody: string | null
  isUrgent: boolean
  imageUrl?: string
}

/** Frame around the preview of an announcement, as wide as a phone screen or as a mail. */
const AnnouncementPreviewFrame = (props: BoxProps & { children: ReactNode }) => (
  <Box mx="auto" p={18} bd="1px solid var(--line)" style={{ overflowWrap: 'anywhere' }} {...props} />
)

function AnnouncementPhonePreview({
  announcement,
  sender,
}: {
  announcement: PreviewContent
  sender: string
}) {
  return (
    <AnnouncementPreviewFrame maw={390} bdrs={24}>
      <div className={styles.line}>
        {announcement.isUrgent && (
          <ColouredAnnouncementTag tone="bad">{announcementsText.urgent}</ColouredAnnouncementTag>
        )}
        <span>{sender}</span>
      </div>
      <Title order={3} size="h4" my={6} lang={announcement.language}>
        {announcement.title}
      </Title>
      {announcement.imageUrl && (
        <Box
          src={announcement.imageUrl}
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
    </AnnouncementPreviewFrame>
  )
}

/** Preview of an announcement's email. Pictures are omitted, because announcement mails contain none. */
function AnnouncementMailPreview({
  announcement,
  sender,
  name,
}: {
  announcement: PreviewContent
  sender: string
  name: string
}) {
  return (
    <AnnouncementPreviewFrame maw={560} bdrs={12}>
      <Box pb={10} mb={14} fz={14} style={{ borderBottom: '1px solid var(--line)' }}>
        {text.mailSubject}:{' '}
        <strong>
          {announcement.isUrgent && text.urgentMail}
          {announcement.title}
        </strong>
      </Box>
      <Text my="1em">{text.greeting({ name })}</Text>
      <Title order={3} size="h3" mb="sm" lang={announcement.language}>
        {announcement.title}
      </Title>
      <RichText text={announcement.body} lang={announcement.language} />
      <Box
        component="span"
        display="inline-block"
        py={10}
        px={20}
        my={14}
        fw={700}
        c="white"
        bg="laut.7"
        bdrs={8}
      >
        {text.open}
      </Box>
      <Box component="p" fz={13} c="dimmed">
        {announcementsText.title} · {sender} · {appName}
      </Box>
      {!announcement.isUrgent && (
        <Box component="p" fz={13} c="dimmed">
          {text.stop}
        </Box>
      )}
    </AnnouncementPreviewFrame>
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
  const [language, setLanguage] = useState<TextLanguage>(announcement.language)
  const version = putTranslationInReaderLanguageFirst(announcement, language)
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
        <AnnouncementPhonePreview announcement={version} sender={sender} />
      ) : (
        <AnnouncementMailPreview announcement={version} sender={sender} name={user.fullName} />
      )}
      <ShowTextInOtherLanguageButton version={version} onSwitch={setLanguage} />
    </section>
  )
}

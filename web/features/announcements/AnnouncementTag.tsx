import type { ReactNode } from 'react'
import type { AnnouncementStatus } from '#shared/constants.ts'
import styles from './Announcements.module.css'
import { announcementsText as text } from './announcements.text.ts'

/** Text label of an announcement. The colour only repeats the meaning of the text. */
export function AnnouncementTag({
  tone,
  children,
}: {
  tone?: 'urgent' | 'wait' | 'quiet'
  children: ReactNode
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}

const tones: Record<AnnouncementStatus, 'urgent' | 'wait' | 'quiet' | undefined> = {
  draft: 'quiet',
  scheduled: 'wait',
  sending: 'wait',
  sent: undefined,
  withdrawn: 'urgent',
}

export function AnnouncementStatusTag({ status }: { status: AnnouncementStatus }) {
  return <AnnouncementTag tone={tones[status]}>{text.statuses[status]}</AnnouncementTag>
}

import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnnouncementStatus } from '#shared/constants.ts'
import { announcementsText as text } from '#texts/announcements.ts'
import { getToneProps, type Tone } from '#web/ui/feedback/tones.ts'

/** Coloured tag of an announcement, such as its status. The text is sufficient without the colour. */
export function ColouredAnnouncementTag({ tone = 'good', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <Box
      component="span"
      py={1}
      px={8}
      bdrs={6}
      fz={12}
      fw={700}
      style={{ whiteSpace: 'nowrap' }}
      {...getToneProps(tone)}
    >
      {children}
    </Box>
  )
}

const tones: Record<AnnouncementStatus, Tone> = {
  draft: 'neutral',
  scheduled: 'warn',
  sending: 'warn',
  sent: 'good',
  withdrawn: 'bad',
}

export function AnnouncementStatusTag({ status }: { status: AnnouncementStatus }) {
  return <ColouredAnnouncementTag tone={tones[status]}>{text.statuses[status]}</ColouredAnnouncementTag>
}

import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Audience } from '#shared/contracts/announcements/announcements.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import { FormDialogContent } from '#web/ui/form/FormDialog.tsx'
import { AnnouncementRecipientCount } from './AnnouncementAudienceFields.tsx'
import { AnnouncementPreview, type PreviewContent } from './AnnouncementPreview.tsx'
import { useAnnouncementRecipientCount, useSendAnnouncement } from './announcements.api.ts'
import { parseLocalDateTime } from './local-date-time.ts'

/** Review of a saved announcement before sending: preview, number of recipients, and the time of sending. */
export function ReviewAnnouncementStep({
  id,
  user,
  announcement,
  sender,
  audience,
  onBack,
  onDone,
}: {
  id: number
  user: CurrentUser
  announcement: PreviewContent
  sender: string
  audience: Audience
  onBack: () => void
  onDone: () => void
}) {
  const send = useSendAnnouncement(id)
  const { data: audienceSize } = useAnnouncementRecipientCount(audience)
  const [isScheduled, setScheduled] = useState(false)
  const [localTime, setLocalTime] = useState('')
  const sendAt = isScheduled ? parseLocalDateTime(localTime) : undefined
  const sendLabel = audienceSize ? text.sendTo({ count: audienceSize.count }) : text.send
  return (
    <FormDialogContent
      footer={
        <>
          <Button variant="default" onClick={onBack}>
            {text.back}
          </Button>
          <Button
            disabled={send.isPending || (isScheduled ? sendAt === undefined : audienceSize?.count === 0)}
            onClick={() => send.mutate(sendAt, { onSuccess: onDone })}
          >
            {send.isPending ? text.sending : isScheduled ? text.schedule : sendLabel}
          </Button>
        </>
      }
    >
      <AnnouncementPreview announcement={announcement} user={user} sender={sender} />
      <AnnouncementRecipientCount audience={audience} />
      <Radio.Group
        label={text.when}
        value={isScheduled ? 'later' : 'now'}
        onChange={value => setScheduled(value === 'later')}
      >
        <Stack gap={4} mt="xs">
          <Radio value="now" label={text.now} />
          <Radio value="later" label={text.later} />
        </Stack>
      </Radio.Group>
      {isScheduled && (
        <TextInput
          type="datetime-local"
          label={text.at}
          description={text.atHelp}
          value={localTime}
          onChange={event => setLocalTime(event.currentTarget.value)}
        />
      )}
    </FormDialogContent>
  )
}

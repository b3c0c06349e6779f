import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type AnnouncementDetail,
  correctionBody,
} from '#shared/contracts/announcements/announcements.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { AnnouncementBodyField } from './AnnouncementBodyField.tsx'
import { useCorrectAnnouncement } from './announcements.api.ts'

export function CorrectAnnouncementDialog({
  announcement,
  onClose,
}: {
  announcement: AnnouncementDetail
  onClose: () => void
}) {
  const save = useCorrectAnnouncement(announcement.id)
  const [body, setBody] = useState(announcement.body)
  const { form, errors, submit } = useValidatedForm({
    schema: correctionBody,
    sending: save,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      size="lg"
      title={text.correct}
      form={form}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? text.saving : text.correct}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {text.correctHelp}
      </Text>
      <TextInput
        name="title"
        label={text.title}
        maxLength={150}
        defaultValue={announcement.title}
        error={errors.title}
        data-autofocus
      />
      <AnnouncementBodyField value={body} onChange={setBody} error={errors.body} />
    </FormDialog>
  )
}

import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type AnnouncementDetail,
  correctionBody,
} from '#shared/contracts/announcements/announcements.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import {
  AnnouncementTitleAndTextFields,
  getAnnouncementTextValues,
  omitRemovedLanguageVersion,
} from './AnnouncementTitleAndTextFields.tsx'
import { usePublishAnnouncementCorrection } from './announcements.api.ts'

export function CorrectAnnouncementDialog({
  announcement,
  onClose,
}: {
  announcement: AnnouncementDetail
  onClose: () => void
}) {
  const save = usePublishAnnouncementCorrection(announcement.id)
  const [values, setValues] = useState(() => getAnnouncementTextValues(announcement))
  const { form, errors, submit } = useValidatedForm({
    schema: correctionBody,
    sending: save,
    read: () => ({ values: omitRemovedLanguageVersion(values) }),
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
      <AnnouncementTitleAndTextFields
        values={values}
        errors={errors}
        onChange={change => setValues(previous => ({ ...previous, ...change }))}
      />
    </FormDialog>
  )
}

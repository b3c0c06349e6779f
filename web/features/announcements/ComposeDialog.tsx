import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type AnnouncementDraft,
  announcementBody,
  maxAnnouncementDocuments,
} from '#shared/contracts/announcements/announcements.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useUploads } from '#web/lib/form/use-uploads.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { AnnouncementFields, getAnnouncementValues } from './AnnouncementFields.tsx'
import { omitRemovedVersion } from './AnnouncementTextFields.tsx'
import { useSaveAnnouncement } from './announcements.api.ts'
import { ReviewAnnouncementStep } from './ReviewAnnouncementStep.tsx'
import { formatOwnSenderName } from './sender-names.ts'

/** Submit buttons: one saves the draft, the other continues with the review. */
function ComposeButtons({
  isSaving,
  hasUnfinishedUploads,
  onSubmit,
}: {
  isSaving: boolean
  hasUnfinishedUploads: boolean
  /** Called before the form is submitted. */
  onSubmit: (isReviewNext: boolean) => void
}) {
  return (
    <Group justify="flex-end">
      {hasUnfinishedUploads && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {text.waitForFiles}
        </Text>
      )}
      <Button
        type="submit"
        variant="default"
        disabled={isSaving || hasUnfinishedUploads}
        onClick={() => onSubmit(false)}
      >
        {text.saveDraft}
      </Button>
      <Button type="submit" disabled={isSaving || hasUnfinishedUploads} onClick={() => onSubmit(true)}>
        {isSaving ? text.saving : text.next}
      </Button>
    </Group>
  )
}

/** Dialog for writing an announcement. Sending needs two steps: save the draft, then review and send it. */
export function ComposeDialog({
  user,
  draft,
  onClose,
}: {
  user: CurrentUser
  draft?: AnnouncementDraft
  onClose: (hasSaved?: boolean) => void
}) {
  const [id, setId] = useState(draft?.id)
  const [isReviewing, setReviewing] = useState(false)
  const [isReviewNext, setReviewNext] = useState(false)
  const [values, setValues] = useState(() => getAnnouncementValues(draft))
  const image = useUploads('announcement_image', draft?.image ? [draft.image] : [], 1)
  const documents = useUploads('announcement_document', draft?.documents ?? [], maxAnnouncementDocuments)
  const save = useSaveAnnouncement(id)
  const isPhone = useIsPhone()
  const { form, errors, submit } = useValidatedForm({
    schema: announcementBody,
    sending: save,
    read: () => ({
      values: { ...omitRemovedVersion(values), imageId: image.ids[0] ?? null, documents: documents.ids },
    }),
    onSuccess: savedId => {
      setId(savedId)
      if (isReviewNext) return setReviewing(true)
      void showToast('success', text.saved)
      onClose(true)
    },
  })
  const hasUnfinishedUploads =
    image.isSending || documents.isSending || image.hasFailed || documents.hasFailed
  const [picture] = image.items
  const previewed = { ...omitRemovedVersion(values), imageUrl: picture?.stored?.url }
  const sender = formatOwnSenderName(user)
  return (
    <Modal
      opened
      onClose={() => onClose(id !== undefined)}
      size="xl"
      fullScreen={isPhone}
      title={isReviewing ? text.steps.check : draft ? text.edit : text.create}
    >
      {isReviewing && id !== undefined ? (
        <ReviewAnnouncementStep
          id={id}
          user={user}
          announcement={previewed}
          sender={sender}
          audience={values.audience}
          onBack={() => setReviewing(false)}
          onDone={() => onClose(true)}
        />
      ) : (
        <Columns ref={form} noValidate onSubmit={submit} component="form" gap={16}>
          <AnnouncementFields
            user={user}
            draft={draft}
            values={values}
            errors={errors}
            image={image}
            documents={documents}
            onChange={change => setValues(previous => ({ ...previous, ...change }))}
          />
          <ComposeButtons
            isSaving={save.isPending}
            hasUnfinishedUploads={hasUnfinishedUploads}
            onSubmit={setReviewNext}
          />
        </Columns>
      )}
    </Modal>
  )
}

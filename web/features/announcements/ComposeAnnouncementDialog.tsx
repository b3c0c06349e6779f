import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  type AnnouncementDraft,
  announcementBody,
  maxAnnouncementDocuments,
} from '#shared/contracts/announcements/announcements.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import { useFormFileUploads } from '#web/lib/form/use-form-file-uploads.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { FormDialogContent, FormDialogFrame } from '#web/ui/form/FormDialog.tsx'
import { AnnouncementFormFields, getAnnouncementValues } from './AnnouncementFormFields.tsx'
import { omitRemovedLanguageVersion } from './AnnouncementTitleAndTextFields.tsx'
import { useSaveAnnouncement } from './announcements.api.ts'
import { ReviewAnnouncementStep } from './ReviewAnnouncementStep.tsx'
import { formatSenderNameOfCurrentUser } from './sender-names.ts'

/** Dialog for writing an announcement. Sending needs two steps: save the draft, then review and send it. */
export function ComposeAnnouncementDialog({
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
  const image = useFormFileUploads('announcement_image', draft?.image ? [draft.image] : [], 1)
  const documents = useFormFileUploads(
    'announcement_document',
    draft?.documents ?? [],
    maxAnnouncementDocuments,
  )
  const save = useSaveAnnouncement(id)
  const { form, errors, submit } = useValidatedForm({
    schema: announcementBody,
    sending: save,
    read: () => ({
      values: {
        ...omitRemovedLanguageVersion(values),
        imageId: image.ids[0] ?? null,
        documents: documents.ids,
      },
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
  const isBlocked = save.isPending || hasUnfinishedUploads
  const [picture] = image.items
  const previewed = { ...omitRemovedLanguageVersion(values), imageUrl: picture?.stored?.url }
  const sender = formatSenderNameOfCurrentUser(user)
  return (
    <FormDialogFrame
      title={isReviewing ? text.steps.check : draft ? text.edit : text.create}
      size="xl"
      onClose={() => onClose(id !== undefined)}
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
        <FormDialogContent
          form={form}
          onSubmit={submit}
          note={hasUnfinishedUploads ? text.waitForFiles : undefined}
          footer={
            <>
              <Button
                type="submit"
                variant="default"
                disabled={isBlocked}
                onClick={() => setReviewNext(false)}
              >
                {text.saveDraft}
              </Button>
              <Button type="submit" disabled={isBlocked} onClick={() => setReviewNext(true)}>
                {save.isPending ? text.saving : text.next}
              </Button>
            </>
          }
        >
          <AnnouncementFormFields
            user={user}
            draft={draft}
            values={values}
            errors={errors}
            image={image}
            documents={documents}
            onChange={change => setValues(previous => ({ ...previous, ...change }))}
          />
        </FormDialogContent>
      )}
    </FormDialogFrame>
  )
}

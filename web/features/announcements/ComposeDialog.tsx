import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Button, Group, Modal, NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type AnnouncementDraft,
  announcementBody,
  maxAnnouncementDocuments,
} from '#shared/contracts/announcements/announcements.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useUploads } from '#web/lib/form/use-uploads.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { showToast } from '#web/lib/query/toast.ts'
import { FilesField } from '#web/ui/form/FilesField.tsx'
import cards from '#web/ui/list/CardList.module.css'
import { AudienceFields } from './AudienceFields.tsx'
import { useActivityOptions, useSaveAnnouncement } from './announcements.api.ts'
import { formatOwnSenderName, composeText as text } from './announcements.text.ts'
import { BodyField } from './BodyField.tsx'
import { PollFields } from './PollFields.tsx'
import { ReviewStep } from './ReviewStep.tsx'

const documentTypes = '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp'

function ActivityField({
  value,
  selected,
  onChange,
}: {
  value: number | null
  selected: AnnouncementDraft['activity']
  onChange: (id: number | null) => void
}) {
  const activities = useActivityOptions(selected)
  return (
    <NativeSelect
      label={text.activity}
      data={[{ value: '', label: text.noActivity }, ...activities]}
      value={String(value ?? '')}
      onChange={event => onChange(Number(event.currentTarget.value) || null)}
    />
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
  const [values, setValues] = useState({
    title: draft?.title ?? '',
    body: draft?.body ?? '',
    activityId: draft?.activity?.id ?? null,
    isUrgent: draft?.isUrgent ?? false,
    audience: draft?.audience ?? {},
    poll: draft?.poll ?? null,
  })
  const updateValues = (change: Partial<typeof values>) => setValues(previous => ({ ...previous, ...change }))
  const image = useUploads('announcement_image', draft?.image ? [draft.image] : [], 1)
  const documents = useUploads('announcement_document', draft?.documents ?? [], maxAnnouncementDocuments)
  const save = useSaveAnnouncement(id)
  const isPhone = useIsPhone()
  const { form, errors, submit } = useValidatedForm({
    schema: announcementBody,
    sending: save,
    read: () => ({ values: { ...values, imageId: image.ids[0] ?? null, documents: documents.ids } }),
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
  const previewed = { ...values, imageUrl: picture?.stored?.url }
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
        <ReviewStep
          id={id}
          user={user}
          announcement={previewed}
          sender={sender}
          audience={values.audience}
          onBack={() => setReviewing(false)}
          onDone={() => onClose(true)}
        />
      ) : (
        <form ref={form} noValidate onSubmit={submit} className={cards.form}>
          <TextInput
            name="title"
            label={text.title}
            withAsterisk
            data-autofocus
            maxLength={150}
            value={values.title}
            error={errors.title}
            onChange={event => updateValues({ title: event.currentTarget.value })}
          />
          <BodyField value={values.body} error={errors.body} onChange={body => updateValues({ body })} />
          <AudienceFields
            user={user}
            audience={values.audience}
            activity={draft?.audienceActivity ?? null}
            onChange={audience => updateValues({ audience })}
          />
          {can(user, 'announcements.urgent') && (
            <Switch
              label={text.urgent}
              description={text.urgentHelp}
              checked={values.isUrgent}
              onChange={event => updateValues({ isUrgent: event.currentTarget.checked })}
            />
          )}
          <PollFields poll={values.poll} errors={errors} onChange={poll => updateValues({ poll })} />
          <FilesField label={text.image} help={text.imageHelp} accept="image/*" uploads={image} isImage />
          <FilesField
            label={text.documents}
            help={text.documentsHelp}
            accept={documentTypes}
            uploads={documents}
          />
          <ActivityField
            value={values.activityId}
            selected={draft?.activity ?? null}
            onChange={activityId => updateValues({ activityId })}
          />
          <Group justify="flex-end">
            {hasUnfinishedUploads && (
              <Text size="sm" c="dimmed" aria-live="polite">
                {text.waitForFiles}
              </Text>
            )}
            <Button
              type="submit"
              variant="default"
              disabled={save.isPending || hasUnfinishedUploads}
              onClick={() => setReviewNext(false)}
            >
              {text.saveDraft}
            </Button>
            <Button
              type="submit"
              disabled={save.isPending || hasUnfinishedUploads}
              onClick={() => setReviewNext(true)}
            >
              {save.isPending ? text.saving : text.next}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  )
}

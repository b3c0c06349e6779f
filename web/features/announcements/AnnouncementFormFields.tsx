import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { NativeSelect, Switch } from '@mantine/core'
import type { AnnouncementDraft } from '#shared/contracts/announcements/announcements.schemas.ts'
import { maxAnnouncementDocuments } from '#shared/contracts/announcements/announcements.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { composeText as text } from '#texts/announcements.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import type { useFormFileUploads } from '#web/lib/form/use-form-file-uploads.ts'
import { FilesField } from '#web/ui/form/FilesField.tsx'
import { AnnouncementAudienceFields } from './AnnouncementAudienceFields.tsx'
import { AnnouncementPollFormFields } from './AnnouncementPollFormFields.tsx'
import {
  AnnouncementTitleAndTextFields,
  getAnnouncementTextValues,
} from './AnnouncementTitleAndTextFields.tsx'
import { useUpcomingActivityOptions } from './announcements.api.ts'

const documentTypes = '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp'

function LinkedActivityField({
  value,
  selected,
  onChange,
}: {
  value: number | null
  selected: AnnouncementDraft['activity']
  onChange: (id: number | null) => void
}) {
  const activities = useUpcomingActivityOptions(selected)
  return (
    <NativeSelect
      label={text.activity}
      data={[{ value: '', label: text.noActivity }, ...activities]}
      value={String(value ?? '')}
      onChange={event => onChange(Number(event.currentTarget.value) || null)}
    />
  )
}

/** Returns the initial values of the announcement form: the texts and settings of the draft, or empty values. */
export const getAnnouncementValues = (draft: AnnouncementDraft | undefined) => ({
  ...getAnnouncementTextValues(draft),
  activityId: draft?.activity?.id ?? null,
  isUrgent: draft?.isUrgent ?? false,
  audience: draft?.audience ?? {},
  poll: draft?.poll ?? null,
})

type AnnouncementValues = ReturnType<typeof getAnnouncementValues>

/** Form fields of an announcement: title, text, audience, urgency, poll, files and the linked activity. */
export function AnnouncementFormFields({
  user,
  draft,
  values,
  errors,
  image,
  documents,
  onChange,
}: {
  user: CurrentUser
  draft: AnnouncementDraft | undefined
  values: AnnouncementValues
  errors: FieldErrors
  image: ReturnType<typeof useFormFileUploads>
  documents: ReturnType<typeof useFormFileUploads>
  onChange: (change: Partial<AnnouncementValues>) => void
}) {
  return (
    <>
      <AnnouncementTitleAndTextFields values={values} errors={errors} onChange={onChange} />
      <AnnouncementAudienceFields
        user={user}
        audience={values.audience}
        activity={draft?.audienceActivity ?? null}
        onChange={audience => onChange({ audience })}
      />
      {can(user, 'announcements.urgent') && (
        <Switch
          label={text.urgent}
          description={text.urgentHelp}
          checked={values.isUrgent}
          onChange={event => onChange({ isUrgent: event.currentTarget.checked })}
        />
      )}
      <AnnouncementPollFormFields poll={values.poll} errors={errors} onChange={poll => onChange({ poll })} />
      <FilesField label={text.image} help={text.imageHelp} accept="image/*" uploads={image} isImage />
      <FilesField
        label={text.documents}
        help={text.documentsHelp({ count: maxAnnouncementDocuments })}
        accept={documentTypes}
        uploads={documents}
      />
      <LinkedActivityField
        value={values.activityId}
        selected={draft?.activity ?? null}
        onChange={activityId => onChange({ activityId })}
      />
    </>
  )
}

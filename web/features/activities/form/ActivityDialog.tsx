import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import {
  activityBody,
  maxActivityFiles,
  newActivityBody,
} from '#shared/contracts/activities/activities.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { dialogText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { useSaveActivity } from '#web/features/activities/activities.api.ts'
import { getOrganizingClubOfActivity } from '#web/features/activities/get-organizing-club-of-activity.ts'
import { useFormFileUploads } from '#web/lib/form/use-form-file-uploads.ts'
import { useValidatedForm } from '#web/lib/form/use-validated-form.ts'
import { FilesField } from '#web/ui/form/FilesField.tsx'
import { FormDialog, FormSection } from '#web/ui/form/FormDialog.tsx'
import { LocationAndParticipantFields, TitleAndDescriptionFields } from './ActivityFields.tsx'
import { ActivityQuestionsEditor } from './ActivityQuestionsEditor.tsx'
import { ActivityRepetitionFields, ApplyToSeriesField } from './ActivityRepetitionFields.tsx'
import { ActivityTimeFields } from './ActivityTimeFields.tsx'
import { OrganisingClubSelect } from './OrganisingClubSelect.tsx'
import { readChangedActivityFormValues } from './read-changed-activity-form-values.ts'

const documentTypes = '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp'

/** Schema of the activity form. The club is required unless the user may create activities without a club. */
function buildActivityFormSchema(user: CurrentUser, isNew: boolean) {
  const body: z.ZodMiniType<{ clubId?: number | null }> = isNew ? newActivityBody : activityBody
  if (can(user, 'activities.manage', { club: null })) return body
  const hasClub = z.refine<{ clubId?: number | null }>(({ clubId }) => clubId !== null, {
    path: ['clubId'],
    error: text.clubRequired,
  })
  return body.check(hasClub)
}

/** Form to edit an activity or, without `activity`, to create one. */
export function ActivityDialog({
  user,
  activity: asOpened,
  template,
  onClose,
}: {
  user: CurrentUser
  activity?: ActivityRow
  /** Activity whose values a new activity copies, except times, images and files. */
  template?: ActivityRow
  onClose: () => void
}) {
  /**
   * The form compares with the activity as it was when the form opened, so that only fields changed by this user are
   * sent.
   */
  const [activity] = useState(asOpened)
  const save = useSaveActivity(activity?.id)
  const images = useFormFileUploads('activity_image', activity?.images ?? [], maxActivityFiles)
  const documents = useFormFileUploads('activity_document', activity?.documents ?? [], maxActivityFiles)
  const [clubZone, setClubZone] = useState<string>()
  // Helpers may edit an activity but not change its club, which requires the permission to manage the activity.
  const isHelping =
    activity !== undefined && !can(user, 'activities.manage', { club: getOrganizingClubOfActivity(activity) })
  const isOpen = !activity || activity.status === 'planned'
  const { form, errors, submit } = useValidatedForm({
    schema: buildActivityFormSchema(user, !activity),
    sending: save,
    read: fields => ({
      values: readChangedActivityFormValues(
        fields,
        { images: images.ids, documents: documents.ids },
        activity,
      ),
    }),
    onSuccess: onClose,
  })
  const isSending = images.isSending || documents.isSending
  const hasFailed = images.hasFailed || documents.hasFailed
  return (
    <FormDialog
      title={activity ? text.edit : text.create}
      size="lg"
      form={form}
      onSubmit={submit}
      template="minmax(0, 1fr) minmax(0, 1fr)"
      // Saving the activity is disabled while file uploads are running or have failed.
      note={hasFailed ? text.fixFiles : isSending ? text.waitForFiles : undefined}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={save.isPending || isSending || hasFailed}>
            {save.isPending ? text.saving : activity ? text.save : text.create}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {!isOpen && (
        <Alert className={styles.wide} color="emas">
          {text.fixed}
        </Alert>
      )}
      <TitleAndDescriptionFields activity={activity ?? template} errors={errors} />
      <FormSection title={text.sections.when} />
      <ActivityTimeFields activity={activity} clubZone={clubZone} errors={errors} isOpen={isOpen} />
      {!activity && <ActivityRepetitionFields errors={errors} />}
      <FormSection title={text.sections.where} />
      <LocationAndParticipantFields activity={activity ?? template} errors={errors} isOpen={isOpen} />
      <OrganisingClubSelect
        user={user}
        activity={activity ?? template}
        isDisabled={!isOpen || isHelping}
        error={errors.clubId}
        onZone={setClubZone}
      />
      <FormSection title={text.sections.files} />
      <FilesField label={text.images} help={text.imagesHelp} accept="image/*" uploads={images} isImage />
      <FilesField
        label={text.documents}
        help={text.documentsHelp}
        accept={documentTypes}
        uploads={documents}
      />
      <ActivityQuestionsEditor initial={(activity ?? template)?.questions} errors={errors} isOpen={isOpen} />
      {activity?.seriesId && isOpen && !isHelping && <ApplyToSeriesField />}
    </FormDialog>
  )
}

import { Alert, Button, Group, Modal, Text, Textarea, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import type { ActivityRow } from '#shared/contracts/activities.ts'
import { activityBody } from '#shared/contracts/activities.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { can } from '#shared/policies.ts'
import { toLocalInput } from '#web/lib/format.ts'
import { readForm } from '#web/lib/forms.ts'
import { useCheckedForm } from '#web/lib/use-checked-form.ts'
import styles from './Activities.module.css'
import { useSaveActivity } from './activities.api.ts'
import { dialogText as text } from './activities.text.ts'
import { ClubField } from './ClubField.tsx'
import { FilesField } from './FilesField.tsx'
import { useUploads } from './use-uploads.ts'

const documentTypes = '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp'

/** With the zone of whoever typed it. Half a date is no date to the browser; here it is one that will be refused. */
function readMoment(form: HTMLFormElement, name: 'startDate' | 'endDate'): string | undefined {
  const field = form.elements.namedItem(name) as HTMLInputElement
  if (field.disabled) return undefined
  if (field.validity.badInput) return '?'
  return field.value && new Date(field.value).toISOString()
}

/** Numbers as numbers; what is no number is left for the check to refuse. */
function asNumber(value: string | undefined): number | null | string | undefined {
  if (value === undefined) return undefined
  return value === '' ? null : /^\d+$/.test(value) ? Number(value) : value
}

function readValues(form: HTMLFormElement, files: { images: string[]; documents: string[] }) {
  const { maxParticipants, clubId, title = '', description, location } = readForm(form)
  return {
    title,
    description,
    location,
    ...files,
    startDate: readMoment(form, 'startDate'),
    endDate: readMoment(form, 'endDate'),
    maxParticipants: asNumber(maxParticipants),
    clubId: asNumber(clubId),
  }
}

/** What the fields hold before anything is touched; a field for date and time knows no seconds. */
function valuesOf(activity: ActivityRow): Record<string, unknown> {
  const minute = (moment: string | null) => moment && new Date(toLocalInput(moment)).toISOString()
  return {
    description: activity.description ?? '',
    location: activity.location ?? '',
    startDate: minute(activity.startDate) ?? '',
    endDate: minute(activity.endDate) ?? '',
    maxParticipants: activity.maxParticipants,
    clubId: activity.clubId,
    images: activity.images.map(({ id }) => id),
    documents: activity.documents.map(({ id }) => id),
  }
}

/** Only what was changed is sent: what somebody else changed meanwhile stays theirs. */
function changed(values: ReturnType<typeof readValues>, activity: ActivityRow | undefined) {
  if (!activity) return values
  const before = valuesOf(activity)
  const differs = ([name, value]: [string, unknown]) =>
    name === 'title' || JSON.stringify(value) !== JSON.stringify(before[name])
  return Object.fromEntries(Object.entries(values).filter(differs))
}

/** Whoever may not hold one without a club has to name it. */
function schemaFor(user: CurrentUser) {
  if (can(user, 'activities.manage', { club: null })) return activityBody
  const isNamed = z.refine<{ clubId?: number | null }>(({ clubId }) => clubId !== null, {
    path: ['clubId'],
    error: text.clubRequired,
  })
  return activityBody.check(isNamed)
}

/** Without an activity: a new one. */
export function ActivityDialog({
  user,
  activity,
  onClose,
}: {
  user: CurrentUser
  activity?: ActivityRow
  onClose: () => void
}) {
  const save = useSaveActivity(activity?.id)
  const images = useUploads('activity_image', activity?.images ?? [])
  const documents = useUploads('activity_document', activity?.documents ?? [])
  const isOpen = !activity || activity.status === 'planned'
  const mayEnd = isOpen || activity.status === 'ongoing'
  const { form, errors, submit } = useCheckedForm({
    schema: schemaFor(user),
    sending: save,
    read: fields => ({
      values: changed(readValues(fields, { images: images.ids, documents: documents.ids }), activity),
    }),
    onSuccess: onClose,
  })
  const isSending = images.isSending || documents.isSending
  const hasFailed = images.hasFailed || documents.hasFailed
  return (
    <Modal opened onClose={onClose} size="lg" title={activity ? text.edit : text.create}>
      <form ref={form} noValidate onSubmit={submit} className={styles.form}>
        {!isOpen && (
          <Alert className={styles.wide} color="emas">
            {text.fixed}
          </Alert>
        )}
        <TextInput
          name="title"
          label={text.title}
          className={styles.wide}
          withAsterisk
          required
          data-autofocus
          maxLength={200}
          defaultValue={activity?.title}
          error={errors.title}
        />
        <Textarea
          name="description"
          label={text.description}
          className={styles.wide}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={5000}
          defaultValue={activity?.description ?? ''}
          error={errors.description}
        />
        <TextInput
          type="datetime-local"
          name="startDate"
          label={text.start}
          description={text.zone}
          disabled={!isOpen}
          defaultValue={toLocalInput(activity?.startDate ?? null)}
          error={errors.startDate}
        />
        <TextInput
          type="datetime-local"
          name="endDate"
          label={text.end}
          description={text.endHelp}
          disabled={!mayEnd}
          defaultValue={toLocalInput(activity?.endDate ?? null)}
          error={errors.endDate}
        />
        <TextInput
          name="location"
          label={text.location}
          className={styles.wide}
          maxLength={300}
          defaultValue={activity?.location ?? ''}
          error={errors.location}
        />
        <TextInput
          name="maxParticipants"
          label={text.maxParticipants}
          description={text.maxHelp}
          inputMode="numeric"
          disabled={!isOpen}
          defaultValue={activity?.maxParticipants ?? ''}
          error={errors.maxParticipants}
        />
        <ClubField user={user} activity={activity} isDisabled={!isOpen} error={errors.clubId} />
        <FilesField label={text.images} help={text.imagesHelp} accept="image/*" uploads={images} isImage />
        <FilesField
          label={text.documents}
          help={text.documentsHelp}
          accept={documentTypes}
          uploads={documents}
        />
        <Group justify="flex-end" className={styles.wide}>
          {(isSending || hasFailed) && (
            <Text size="sm" c="dimmed" aria-live="polite">
              {hasFailed ? text.fixFiles : text.waitForFiles}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" disabled={save.isPending || isSending || hasFailed}>
            {save.isPending ? text.saving : activity ? text.save : text.create}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

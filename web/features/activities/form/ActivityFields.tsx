import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch, Textarea, TextInput } from '@mantine/core'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { dialogText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import type { FieldErrors } from '#web/lib/form/forms.ts'

interface Fields {
  activity?: ActivityRow
  errors: FieldErrors
}

export function TitleAndDescriptionFields({ activity, errors }: Fields) {
  return (
    <>
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
    </>
  )
}

/** Fields for location and participants. `isOpen`: the activity has not started, so all fields can be changed. */
export function LocationAndParticipantFields({ activity, errors, isOpen }: Fields & { isOpen: boolean }) {
  return (
    <>
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
      <Switch
        name="allowsWalkIns"
        label={text.walkIns}
        description={text.walkInsHelp}
        className={styles.wide}
        defaultChecked={activity?.allowsWalkIns}
        error={errors.allowsWalkIns}
      />
    </>
  )
}

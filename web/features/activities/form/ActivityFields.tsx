import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type ActivityRow,
  maxActivityDescriptionLength,
  maxActivityTitleLength,
} from '#shared/contracts/activities/activities.schemas.ts'
import { dialogText as text } from '#texts/activities.ts'
import { versionText } from '#texts/versions.ts'
import styles from '#web/features/activities/Activities.module.css'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import {
  getInitialTextLanguages,
  secondTitleId,
  TextLanguageAndTranslationFields,
} from '#web/ui/form/TextLanguageAndTranslationFields.tsx'

interface Fields {
  activity?: ActivityRow
  errors: FieldErrors
}

export function TitleAndDescriptionFields({ activity, errors }: Fields) {
  const [versions, setVersions] = useState(() => getInitialTextLanguages(activity))
  // A removed second language keeps its text in the form state, so the text reappears when the user adds it again.
  const [secondTitle, setSecondTitle] = useState(activity?.secondTitle ?? '')
  const [secondDescription, setSecondDescription] = useState(activity?.secondDescription ?? '')
  return (
    <>
      <TextInput
        name="title"
        label={text.title}
        className={styles.wide}
        withAsterisk
        required
        data-autofocus
        maxLength={maxActivityTitleLength}
        lang={versions.language}
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
        maxLength={maxActivityDescriptionLength}
        lang={versions.language}
        defaultValue={activity?.description ?? ''}
        error={errors.description}
      />
      <TextLanguageAndTranslationFields value={versions} onChange={setVersions} className={styles.wide}>
        {secondLanguage => {
          const language = versionText.names[secondLanguage]
          return (
            <>
              <TextInput
                id={secondTitleId}
                name="secondTitle"
                label={versionText.title({ language })}
                lang={secondLanguage}
                withAsterisk
                maxLength={maxActivityTitleLength}
                value={secondTitle}
                onChange={event => setSecondTitle(event.currentTarget.value)}
                error={errors.secondTitle}
              />
              <Textarea
                name="secondDescription"
                label={versionText.description({ language })}
                lang={secondLanguage}
                autosize
                minRows={3}
                maxRows={10}
                maxLength={maxActivityDescriptionLength}
                value={secondDescription}
                onChange={event => setSecondDescription(event.currentTarget.value)}
                error={errors.secondDescription}
              />
            </>
          )
        }}
      </TextLanguageAndTranslationFields>
    </>
  )
}

/**
 * Form fields for an activity's location and participants. `isOpen`: the activity has not started, so all fields can be
 * changed.
 */
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

import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { maxQuestions, type Question } from '#shared/contracts/activities/questions.schemas.ts'
import { questionText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import form from '#web/features/activities/Questions.module.css'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'

/** Question to participants while an organizer edits it. `lines` is a text with one choice per line. */
interface Draft extends Omit<Question, 'choices'> {
  lines: string
  isChoice: boolean
}

const convertQuestionToDraft = ({ choices, ...rest }: Question): Draft => ({
  ...rest,
  lines: choices.join('\n'),
  isChoice: choices.length > 0,
})

/**
 * Converts an edited question to the stored form. A choice question without choices gets an empty one, which fails
 * validation.
 */
function convertDraftToQuestion({ id, text: title, isRequired, lines, isChoice }: Draft): Question {
  const filledLines = lines.split('\n').filter(line => line.trim() !== '')
  const choices = filledLines.length > 0 ? filledLines : ['']
  return { id, text: title, isRequired, choices: isChoice ? choices : [] }
}

function ActivityQuestionEditor({
  draft,
  index,
  errors,
  onChange,
  onRemove,
}: {
  draft: Draft
  index: number
  errors: FieldErrors
  onChange: (change: Partial<Draft>) => void
  onRemove: () => void
}) {
  const name = `questions.${index}`
  const choiceError = Object.entries(errors).find(([field]) => field.startsWith(`${name}.choices`))?.[1]
  return (
    <Stack
      role="group"
      aria-label={text.number({ index: index + 1 })}
      gap={10}
      p={14}
      bd="1px solid var(--line)"
      bdrs={12}
    >
      <Columns template="1fr auto" gap={8} align="start" className={form.first}>
        <TextInput
          name={`${name}.text`}
          label={text.number({ index: index + 1 })}
          placeholder={text.example}
          maxLength={200}
          value={draft.text}
          onChange={event => onChange({ text: event.currentTarget.value })}
          error={errors[`${name}.text`]}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.remove({ index: index + 1 })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Columns>
      <Group gap="10px 18px">
        <NativeSelect
          aria-label={text.kindOf({ index: index + 1 })}
          data={text.kinds}
          value={draft.isChoice ? 'choice' : 'text'}
          onChange={event => onChange({ isChoice: event.currentTarget.value === 'choice' })}
        />
        <Checkbox
          label={text.required}
          checked={draft.isRequired}
          onChange={event => onChange({ isRequired: event.currentTarget.checked })}
        />
      </Group>
      {draft.isChoice && (
        <Textarea
          name={`${name}.choices`}
          label={text.choices}
          description={text.choicesHelp}
          autosize
          minRows={2}
          maxRows={10}
          value={draft.lines}
          onChange={event => onChange({ lines: event.currentTarget.value })}
          error={choiceError}
        />
      )}
    </Stack>
  )
}

/** Editor for the questions that joining users answer. The form sends all questions as one JSON field. */
export function ActivityQuestionsEditor({
  initial = [],
  errors,
  isOpen,
}: {
  initial?: Question[]
  errors: FieldErrors
  isOpen: boolean
}) {
  const [drafts, setDrafts] = useState(() => initial.map(convertQuestionToDraft))
  if (!isOpen) return null
  const addQuestion = () =>
    setDrafts([
      ...drafts,
      { id: crypto.randomUUID(), text: '', isRequired: false, lines: '', isChoice: false },
    ])
  return (
    <section className={`${styles.wide} ${form.questions}`} aria-label={text.title}>
      <div>
        <Input.Label component="div">{text.title}</Input.Label>
        <Text size="xs" c="dimmed">
          {text.help({ most: maxQuestions })}
        </Text>
      </div>
      {drafts.map((draft, index) => (
        <ActivityQuestionEditor
          key={draft.id}
          draft={draft}
          index={index}
          errors={errors}
          onChange={change =>
            setDrafts(drafts.map(other => (other.id === draft.id ? { ...other, ...change } : other)))
          }
          onRemove={() => setDrafts(drafts.filter(other => other.id !== draft.id))}
        />
      ))}
      {drafts.length < maxQuestions && (
        <Button
          variant="default"
          style={{ justifySelf: 'start' }}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={addQuestion}
        >
          {text.add}
        </Button>
      )}
      <input type="hidden" name="questions" value={JSON.stringify(drafts.map(convertDraftToQuestion))} />
    </section>
  )
}

import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import {
  ActionIcon,
  Button,
  Checkbox,
  Flex,
  Group,
  Input,
  NumberInput,
  Stack,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { maxCandidates, maxQuestions } from '#shared/contracts/elections/elections.schemas.ts'
import { electionFormText as text } from '#texts/elections.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import { FormSection } from '#web/ui/form/FormDialog.tsx'
import { MemberSelect } from '#web/ui/form/MemberSelect.tsx'
import {
  type CandidateDraft,
  createCandidateDraft,
  createQuestionDraft,
  type QuestionDraft,
} from './question-drafts.ts'

function CandidateFields({
  candidate,
  index,
  name,
  error,
  excluded,
  onChange,
  onRemove,
}: {
  candidate: CandidateDraft
  index: number
  name: string | undefined
  error: string | undefined
  /** Members who are already nominated for the election question. */
  excluded: CandidateDraft['member'][]
  onChange: (change: Partial<CandidateDraft>) => void
  onRemove: () => void
}) {
  const number = { index: index + 1 }
  return (
    <Flex gap={8} align="flex-end">
      <div style={{ flex: 1 }}>
        {candidate.isMember ? (
          <MemberSelect
            label={text.candidate(number)}
            name={name}
            error={error}
            member={candidate.member}
            excluded={excluded}
            onChange={member => onChange({ member })}
          />
        ) : (
          <TextInput
            label={text.answer(number)}
            name={name}
            error={error}
            maxLength={200}
            value={candidate.name}
            onChange={event => onChange({ name: event.currentTarget.value })}
          />
        )}
      </div>
      <ActionIcon size={36} variant="default" aria-label={text.removeCandidate(number)} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </Flex>
  )
}

/** Finds the first validation error of a form field or of one of its parts. */
const findQuestionError = (errors: FieldErrors, path: string) =>
  Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1]

function ElectionQuestionEditor({
  question,
  index,
  errors,
  onChange,
  onRemove,
}: {
  question: QuestionDraft
  index: number
  errors: FieldErrors
  onChange: (change: Partial<QuestionDraft>) => void
  onRemove?: () => void
}) {
  const { candidates } = question
  const changeCandidate = (key: number, change: Partial<CandidateDraft>) =>
    onChange({ candidates: candidates.map(item => (item.key === key ? { ...item, ...change } : item)) })
  const number = { index: index + 1 }
  const path = `questions.${index}`
  const candidatesError = findQuestionError(errors, `${path}.candidates`)
  return (
    <Stack
      role="group"
      aria-label={text.question(number)}
      gap={10}
      p={14}
      bd="1px solid var(--line)"
      bdrs={12}
    >
      {onRemove && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          w="fit-content"
          ml="auto"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onRemove}
        >
          {text.removeQuestion(number)}
        </Button>
      )}
      <TextInput
        name={`${path}.text`}
        label={text.question(number)}
        withAsterisk
        maxLength={200}
        value={question.text}
        error={errors[`${path}.text`]}
        onChange={event => onChange({ text: event.currentTarget.value })}
      />
      <Group grow>
        <NumberInput
          name={`${path}.min`}
          label={text.min}
          withAsterisk
          error={errors[`${path}.min`]}
          min={0}
          max={maxCandidates}
          value={question.min}
          onChange={value => onChange({ min: Number(value) })}
        />
        <NumberInput
          name={`${path}.max`}
          label={text.max}
          withAsterisk
          error={errors[`${path}.max`]}
          min={1}
          max={maxCandidates}
          value={question.max}
          onChange={value => onChange({ max: Number(value) })}
        />
      </Group>
      <Checkbox
        label={text.blank}
        checked={question.hasBlank}
        onChange={event => onChange({ hasBlank: event.currentTarget.checked })}
      />
      {candidates.map((candidate, place) => (
        <CandidateFields
          key={candidate.key}
          candidate={candidate}
          index={place}
          name={place === 0 ? `${path}.candidates` : undefined}
          error={place === 0 ? candidatesError : undefined}
          excluded={candidates.map(({ member }) => member)}
          onChange={change => changeCandidate(candidate.key, change)}
          onRemove={() => onChange({ candidates: candidates.filter(({ key }) => key !== candidate.key) })}
        />
      ))}
      <Group gap="xs">
        {[true, false].map(isMember => (
          <Button
            key={String(isMember)}
            variant="default"
            w={{ base: '100%', sm: 'auto' }}
            disabled={candidates.length >= maxCandidates}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange({ candidates: [...candidates, createCandidateDraft(isMember)] })}
          >
            {isMember ? text.addCandidate : text.addAnswer}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}

/** Form fields for the questions of an election with their candidates. */
export function ElectionQuestionFields({
  questions,
  errors,
  onChange,
}: {
  questions: QuestionDraft[]
  errors: FieldErrors
  onChange: (questions: QuestionDraft[]) => void
}) {
  return (
    <Stack gap="sm">
      <FormSection title={text.questions} />
      {questions.map((question, index) => (
        <ElectionQuestionEditor
          key={question.key}
          question={question}
          index={index}
          errors={errors}
          onChange={change =>
            onChange(questions.map(item => (item.key === question.key ? { ...item, ...change } : item)))
          }
          onRemove={
            questions.length > 1
              ? () => onChange(questions.filter(({ key }) => key !== question.key))
              : undefined
          }
        />
      ))}
      <Button
        variant="default"
        w={{ base: '100%', sm: 'fit-content' }}
        disabled={questions.length >= maxQuestions}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...questions, createQuestionDraft()])}
      >
        {text.addQuestion}
      </Button>
      {errors.questions && <Input.Error>{errors.questions}</Input.Error>}
    </Stack>
  )
}

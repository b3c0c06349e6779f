import { ActionIcon, Box, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { isValidCustomFieldCondition } from '#shared/contracts/custom-fields/field-conditions.ts'
import type {
  ConditionKind,
  SegmentCondition,
  SegmentDefinition,
} from '#shared/contracts/segments/conditions.schemas.ts'
import type { Segment } from '#shared/contracts/segments/segments.schemas.ts'
import { segmentText as text } from '#texts/segments.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { MissingCustomFieldsNotice } from '#web/ui/form/MissingCustomFieldsNotice.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import {
  type ConditionChoices,
  conditionKinds,
  listSegmentConditionsOnRemovedFields,
} from './condition-kinds.ts'
import { SegmentConditionFields } from './SegmentConditionFields.tsx'
import { SegmentMemberCount } from './SegmentMemberCount.tsx'
import { useSaveSegment, useSegmentConditionChoices } from './segments.api.ts'

const kinds = Object.keys(conditionKinds) as ConditionKind[]
const maxConditions = 10

/** CSS selector of the fields to correct: invalid fields, and all fields of an incomplete condition. */
const invalidField =
  '[aria-invalid=true], [data-invalid] :is(input:not([type=hidden], [aria-hidden]), select, button)'

function MissingText({ id, children }: { id?: string; children: string }) {
  return (
    <Text id={id} mt={6} fz={12} c="var(--mantine-color-error)">
      {children}
    </Text>
  )
}

/** Whether all parts of the segment condition are filled in. */
function isComplete(condition: SegmentCondition): boolean {
  if ('values' in condition) return condition.values.length > 0
  if (condition.kind === 'club') return condition.ids.length > 0
  if (condition.kind === 'field') return isValidCustomFieldCondition(condition)
  return condition.kind !== 'institution' || condition.text.trim().length >= 3
}

function ConditionRow({
  condition,
  choices,
  number,
  isInvalid,
  onChange,
  onRemove,
}: {
  condition: SegmentCondition
  choices: ConditionChoices
  number: number
  /** Whether the user tried to save the segment while a condition was incomplete. */
  isInvalid: boolean
  onChange: (condition: SegmentCondition) => void
  onRemove: () => void
}) {
  const errorId = useId()
  const offered = kinds.filter(kind => kind === condition.kind || conditionKinds[kind].start(choices))
  return (
    <Box
      component="fieldset"
      p={12}
      m={0}
      bdrs={12}
      bd="1px solid var(--line)"
      aria-label={text.condition({ number })}
      aria-describedby={isInvalid ? errorId : undefined}
    >
      <Group gap={8} wrap="nowrap" mb={8}>
        <NativeSelect
          flex={1}
          aria-label={text.kind}
          data={offered.map(kind => ({ value: kind, label: text.kinds[kind] }))}
          value={condition.kind}
          onChange={event => {
            const next = conditionKinds[event.currentTarget.value as ConditionKind].start(choices)
            if (next) onChange(next)
          }}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={text.removeCondition({ number })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <div data-invalid={isInvalid || undefined}>
        <Columns template={{ sm: 'repeat(auto-fit, minmax(150px, 1fr))' }} gap={8}>
          <SegmentConditionFields condition={condition} choices={choices} onChange={onChange} />
        </Columns>
      </div>
      {isInvalid && <MissingText id={errorId}>{text.valueMissing}</MissingText>}
    </Box>
  )
}

/** Dialog that builds a segment (a set of members by conditions) and shows how many members it has. */
export function SegmentBuilder({ segment, onClose }: { segment?: Segment; onClose: () => void }) {
  const choices = useSegmentConditionChoices()
  const save = useSaveSegment(segment?.id)
  const [name, setName] = useState(segment?.name ?? '')
  const [definition, setDefinition] = useState<SegmentDefinition>({
    match: segment?.match ?? 'all',
    conditions: segment?.conditions ?? [{ kind: 'status', values: ['active'] }],
  })
  const { match, conditions } = definition
  const isReady = conditions.length > 0 && conditions.every(isComplete)
  const [counted] = useDebouncedValue(definition, 400)
  const [isSubmitted, setSubmitted] = useState(false)
  const hasName = name.trim() !== ''
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isReady && hasName) return save.mutate({ name, ...definition }, { onSuccess: onClose })
    flushSync(() => setSubmitted(true))
    event.currentTarget.querySelector<HTMLElement>(invalidField)?.focus()
  }
  const setConditions = (next: SegmentCondition[]) => setDefinition({ ...definition, conditions: next })
  return (
    <FormDialog
      title={segment ? text.edit({ name: segment.name }) : text.create}
      size="lg"
      onSubmit={submit}
      footer={
        <>
          <Box flex={1}>
            <SegmentMemberCount
              definition={isReady && counted.conditions.every(isComplete) ? counted : undefined}
            />
          </Box>
          <Button type="submit" loading={save.isPending}>
            {text.save}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <TextInput
        label={text.name}
        maxLength={60}
        value={name}
        error={
          (isSubmitted && !hasName && text.nameMissing) ||
          (save.error instanceof ApiError ? save.error.fields.name : undefined)
        }
        data-autofocus
        onChange={event => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={text.membersWho}
        data={[
          { value: 'all', label: text.matchAll },
          { value: 'any', label: text.matchAny },
        ]}
        value={match}
        onChange={event =>
          setDefinition({ ...definition, match: event.currentTarget.value === 'any' ? 'any' : 'all' })
        }
      />
      <MissingCustomFieldsNotice
        problems={listSegmentConditionsOnRemovedFields(conditions, choices).map(
          ({ index, text: problem }) => ({
            text: problem,
            onRemove: () => setConditions(conditions.filter((_, place) => place !== index)),
          }),
        )}
      />
      <Stack gap={12}>
        {conditions.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: segment conditions have no id, and their rows keep no state
            key={index}
            condition={condition}
            choices={choices}
            number={index + 1}
            isInvalid={isSubmitted && !isComplete(condition)}
            onChange={next => setConditions(conditions.map((old, place) => (place === index ? next : old)))}
            onRemove={() => setConditions(conditions.filter((_, place) => place !== index))}
          />
        ))}
        {conditions.length < maxConditions && (
          <div data-invalid={conditions.length === 0 || undefined}>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() =>
                setConditions([...conditions, { kind: 'attendance', atLeast: 1, months: 6, isNot: false }])
              }
            >
              {text.addCondition}
            </Button>
            {isSubmitted && conditions.length === 0 && <MissingText>{text.noConditions}</MissingText>}
          </div>
        )}
      </Stack>
    </FormDialog>
  )
}

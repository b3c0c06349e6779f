import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { maxChoices } from '#shared/contracts/custom-fields/field-kinds.ts'
import { fieldDialogText as text } from '#texts/custom-fields.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import { addOrFocusNextChoice, createChoice, type EditedChoice } from './edited-choices.ts'

const icon = { size: 18, 'aria-hidden': true }

/**
 * New choices of a custom field can be removed. Stored choices can only be retired, because members' values use them.
 */
function ChoiceButton({
  choice,
  number,
  onChange,
  onRemove,
}: {
  choice: EditedChoice
  number: number
  onChange: (change: Partial<EditedChoice>) => void
  onRemove: () => void
}) {
  const { id, label, isRetired } = choice
  if (!id)
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={text.removeChoice({ number })}
        onClick={onRemove}
      >
        <IconX {...icon} />
      </ActionIcon>
    )
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={isRetired ? text.unretire({ label }) : text.retire({ label })}
      onClick={() => onChange({ isRetired: !isRetired })}
    >
      {isRetired ? <IconEye {...icon} /> : <IconEyeOff {...icon} />}
    </ActionIcon>
  )
}

export function CustomFieldChoicesEditor({
  choices,
  errors,
  onChange,
}: {
  choices: EditedChoice[]
  errors: FieldErrors
  onChange: (choices: EditedChoice[]) => void
}) {
  const update = (key: string, change: Partial<EditedChoice>) =>
    onChange(choices.map(choice => (choice.key === key ? { ...choice, ...change } : choice)))
  const group = useRef<HTMLDivElement>(null)
  const focusChoice = (key: string | undefined) =>
    group.current?.querySelector<HTMLElement>(`[data-choice="${key}"]`)?.focus()
  const handleEnter = (event: KeyboardEvent, index: number) => {
    // While an input method composes a character, Enter confirms it and adds no choice to the custom field.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter must not submit the form, because it adds a choice to the custom field.
    event.preventDefault()
    const { choices: next, focusedKey } = addOrFocusNextChoice(choices, index)
    flushSync(() => onChange(next))
    focusChoice(focusedKey)
  }
  const append = () => {
    const added = createChoice()
    flushSync(() => onChange([...choices, added]))
    focusChoice(added.key)
  }
  return (
    <Stack ref={group} gap={8} role="group" aria-label={text.choices}>
      <Input.Label component="div" required>
        {text.choices}
      </Input.Label>
      <Text size="xs" c="dimmed">
        {text.choicesHelp}
      </Text>
      {choices.map((choice, index) => (
        <Group key={choice.key} gap={4} wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            name={`choices.${index}.label`}
            data-choice={choice.key}
            aria-label={text.choice({ number: index + 1 })}
            placeholder={text.choice({ number: index + 1 })}
            maxLength={100}
            value={choice.label}
            rightSection={choice.isRetired && <Text size="xs">{text.retired}</Text>}
            rightSectionWidth={choice.isRetired ? 84 : undefined}
            error={errors[`choices.${index}.label`]}
            onChange={event => update(choice.key, { label: event.currentTarget.value })}
            onKeyDown={event => handleEnter(event, index)}
          />
          <ChoiceButton
            choice={choice}
            number={index + 1}
            onChange={change => update(choice.key, change)}
            onRemove={() => onChange(choices.filter(({ key }) => key !== choice.key))}
          />
        </Group>
      ))}
      {errors.choices && <Input.Error>{errors.choices}</Input.Error>}
      {choices.length < maxChoices && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus {...icon} />}
          onClick={append}
        >
          {text.addChoice}
        </Button>
      )}
    </Stack>
  )
}

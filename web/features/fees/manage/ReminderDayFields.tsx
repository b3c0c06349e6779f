import { ActionIcon, Button, Flex, Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { maxReminderDays } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { planText as text } from '#texts/fees.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'

/** Reminder of a fee in the form: a number of days before or after the due date. */
interface ReminderDraft {
  key: string
  days: string
  isBefore: boolean
}

export const createReminderDraft = (day: number): ReminderDraft => ({
  key: crypto.randomUUID(),
  days: String(Math.abs(day)),
  isBefore: day < 0,
})

/** Converts edited reminders to days relative to the due date. Text that is no number becomes NaN and is rejected. */
export const parseReminderDrafts = (drafts: ReminderDraft[]): number[] =>
  drafts.map(({ days, isBefore }) => (/^\d+$/.test(days.trim()) ? Number(days) * (isBefore ? -1 : 1) : NaN))

/** Fields for the days on which members who have not paid a fee are reminded. */
export function ReminderDayFields({
  drafts,
  errors,
  onChange,
}: {
  drafts: ReminderDraft[]
  errors: FieldErrors
  onChange: (drafts: ReminderDraft[]) => void
}) {
  const changeReminderDay = (key: string, part: Partial<ReminderDraft>) =>
    onChange(drafts.map(draft => (draft.key === key ? { ...draft, ...part } : draft)))
  // The validation error of a reminder day is reported for its position, such as reminderDays.2.
  const wrongDay = Object.keys(errors).find(field => field.startsWith('reminderDays'))
  return (
    <Input.Wrapper
      component="fieldset"
      labelElement="div"
      label={text.reminders}
      description={text.remindersHelp}
      error={wrongDay && errors[wrongDay]}
      style={{ gridColumn: '1 / -1', border: 0, padding: 0, margin: 0 }}
    >
      <Stack gap={8} my={8}>
        {drafts.map(({ key, days, isBefore }, index) => (
          <Flex key={key} gap={8} align="center">
            <TextInput
              name={`reminderDays.${index}`}
              w={72}
              inputMode="numeric"
              maxLength={3}
              aria-label={text.reminderDays({ number: index + 1 })}
              value={days}
              error={wrongDay === `reminderDays.${index}`}
              onChange={event => changeReminderDay(key, { days: event.currentTarget.value })}
            />
            <NativeSelect
              flex={1}
              miw={0}
              aria-label={text.reminderWhen({ number: index + 1 })}
              data={[
                { value: 'before', label: text.daysBefore },
                { value: 'after', label: text.daysAfter },
              ]}
              value={isBefore ? 'before' : 'after'}
              onChange={event => changeReminderDay(key, { isBefore: event.currentTarget.value === 'before' })}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={text.removeReminder({ number: index + 1 })}
              onClick={() => onChange(drafts.filter(draft => draft.key !== key))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Flex>
        ))}
        {drafts.length < maxReminderDays && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onChange([...drafts, createReminderDraft(7)])}
          >
            {text.addReminder}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

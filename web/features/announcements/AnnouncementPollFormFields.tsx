import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Switch.css'
import { ActionIcon, Button, Checkbox, Flex, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { maxPollChoices, type Poll } from '#shared/contracts/announcements/announcements.schemas.ts'
import { composeText as text } from '#texts/announcements.ts'
import type { FieldErrors } from '#web/lib/form/forms.ts'
import styles from './Announcements.module.css'
import { formatLocalDateTime, parseLocalDateTime } from './local-date-time.ts'

const emptyPoll: Poll = { text: '', choices: ['', ''], isAnonymous: false, endsAt: null }

/** Text field of one poll choice, with a button to remove the choice while more than two choices exist. */
function PollChoiceField({
  index,
  choice,
  error,
  onChange,
  onRemove,
}: {
  index: number
  choice: string
  error: string | undefined
  onChange: (choice: string) => void
  onRemove: (() => void) | undefined
}) {
  return (
    <Flex gap={8} align="flex-end" className={styles.choiceLine}>
      <TextInput
        name={`poll.choices.${index}`}
        label={text.choice({ index: index + 1 })}
        maxLength={80}
        value={choice}
        error={error}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={text.removeChoice({ index: index + 1 })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </Flex>
  )
}

/** Fields for the optional poll of an announcement: a question with up to `maxPollChoices` choices. */
export function AnnouncementPollFormFields({
  poll,
  errors,
  onChange,
}: {
  poll: Poll | null
  errors: FieldErrors
  onChange: (poll: Poll | null) => void
}) {
  const changePoll = (changes: Partial<Poll>) => poll && onChange({ ...poll, ...changes })
  const setPollChoice = (index: number, value: string) =>
    poll && changePoll({ choices: poll.choices.map((previous, n) => (n === index ? value : previous)) })
  return (
    <fieldset className={styles.group}>
      <Switch
        label={text.poll}
        description={text.pollHelp({ count: maxPollChoices })}
        checked={poll !== null}
        onChange={event => onChange(event.currentTarget.checked ? emptyPoll : null)}
      />
      {poll && (
        <>
          <TextInput
            name="poll.text"
            label={text.question}
            maxLength={200}
            value={poll.text}
            error={errors['poll.text']}
            onChange={event => changePoll({ text: event.currentTarget.value })}
          />
          {poll.choices.map((choice, index) => (
            <PollChoiceField
              // biome-ignore lint/suspicious/noArrayIndexKey: a poll choice has no identifier except its index
              key={index}
              index={index}
              choice={choice}
              error={errors[`poll.choices.${index}`] ?? (index === 0 ? errors['poll.choices'] : undefined)}
              onChange={value => setPollChoice(index, value)}
              onRemove={
                poll.choices.length > 2
                  ? () => changePoll({ choices: poll.choices.filter((_, n) => n !== index) })
                  : undefined
              }
            />
          ))}
          {poll.choices.length < maxPollChoices && (
            <Button
              variant="default"
              style={{ justifySelf: 'start' }}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => changePoll({ choices: [...poll.choices, ''] })}
            >
              {text.addChoice}
            </Button>
          )}
          <TextInput
            type="datetime-local"
            name="poll.endsAt"
            label={text.endsAt}
            description={text.endsAtHelp}
            value={formatLocalDateTime(poll.endsAt)}
            error={errors['poll.endsAt']}
            onChange={event => changePoll({ endsAt: parseLocalDateTime(event.currentTarget.value) ?? null })}
          />
          <Checkbox
            label={text.anonymous}
            checked={poll.isAnonymous}
            onChange={event => changePoll({ isAnonymous: event.currentTarget.checked })}
          />
        </>
      )}
    </fieldset>
  )
}

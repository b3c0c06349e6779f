import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Box, Button, Flex, Radio, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { AnnouncementDetail } from '#shared/contracts/announcements/announcements.schemas.ts'
import { pollText as text } from '#texts/announcements.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { BarList } from '#web/ui/list/BarList.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './Announcements.module.css'
import { useAnswerPoll } from './announcements.api.ts'

const PollAnswers = createLazyOverlay(async () => (await import('./PollAnswers.tsx')).PollAnswers)

type Poll = NonNullable<AnnouncementDetail['poll']>

function PollResults({ poll }: { poll: Poll }) {
  const results = poll.results ?? []
  const total = results.reduce((sum, { count }) => sum + count, 0)
  const bars = results.map(({ choice, count }, index) => ({
    key: choice,
    label:
      index === poll.myAnswer ? (
        <>
          {choice}{' '}
          <Box component="strong" c="var(--tint-text)" style={{ whiteSpace: 'nowrap' }}>
            <IconCheck size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> {text.mine}
          </Box>
        </>
      ) : (
        choice
      ),
    count,
  }))
  return (
    <>
      <BarList bars={bars} total={total} />
      <Text size="sm" c="dimmed">
        {text.total({ count: total })}
      </Text>
    </>
  )
}

function PollChoices({ id, poll, onDone }: { id: number; poll: Poll; onDone: () => void }) {
  const answer = useAnswerPoll(id)
  const [selected, setSelected] = useState(poll.myAnswer === null ? '' : String(poll.myAnswer))
  const name = useId()
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        answer.mutate(Number(selected), { onSuccess: onDone })
      }}
    >
      <Radio.Group name={name} value={selected} onChange={setSelected} aria-label={poll.text}>
        <Stack gap={0} mb="md">
          {poll.choices.map((choice, index) => (
            // The whole row of a poll choice is clickable and at least 44px high, for touch input.
            <Flex
              key={choice}
              htmlFor={`${name}-${index}`}
              component="label"
              gap={10}
              align="center"
              mih={44}
              style={{ cursor: 'pointer' }}
            >
              <Radio id={`${name}-${index}`} value={String(index)} />
              {choice}
            </Flex>
          ))}
        </Stack>
      </Radio.Group>
      <Button type="submit" loading={answer.isPending} disabled={selected === ''}>
        {text.answer}
      </Button>
    </form>
  )
}

/**
 * Poll of an announcement. Recipients see results after answering, and can change their answers until the
 * poll ends.
 */
export function PollPanel({
  id,
  poll,
  canAnswer,
  isManager,
}: {
  id: number
  poll: Poll
  canAnswer: boolean
  isManager: boolean
}) {
  const [isChanging, setChanging] = useState(false)
  const [isListOpen, setListOpen] = useState(false)
  const isAnswering = canAnswer && poll.isOpen && (poll.myAnswer === null || isChanging)
  const heading = useId()
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <div>
        <Title order={3} size="h5" id={heading}>
          {poll.text}
        </Title>
        <Text size="sm" c="dimmed">
          {[
            poll.isOpen ? (canAnswer ? text.open : undefined) : text.over,
            poll.isOpen && poll.endsAt && text.until({ when: formatDateTime(poll.endsAt) }),
            poll.isAnonymous ? text.anonymous : text.named,
            isAnswering && !poll.results && text.after,
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      </div>
      {isAnswering ? (
        <PollChoices id={id} poll={poll} onDone={() => setChanging(false)} />
      ) : (
        canAnswer &&
        poll.isOpen && (
          <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setChanging(true)}>
            {text.change}
          </Button>
        )
      )}
      {poll.results && !(isAnswering && poll.myAnswer !== null) && <PollResults poll={poll} />}
      {isManager && !poll.isAnonymous && (
        <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setListOpen(true)}>
          {text.who}
        </Button>
      )}
      {isListOpen && <PollAnswers id={id} choices={poll.choices} onClose={() => setListOpen(false)} />}
    </section>
  )
}

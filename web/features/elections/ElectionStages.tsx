import { Box, Card, Center, Flex, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { electionsText, electionText } from '#texts/elections.ts'

interface Stage {
  key: 'announced' | 'enrolment' | 'roll_fixed' | 'open' | 'closed' | 'counted' | 'published'
  /** Planned or actual time of the election stage, or a text about what must happen before the stage. */
  time: string | null
  isDone: boolean
}

/** Space between the time and the part of the day, such as in "4.17 pg", at which no line may break. */
const timeGap = / (?=\S+$)/

/** Lists the stages of an election, with actual times for past stages and planned times for later ones. */
function listStages(election: ElectionDetail): Stage[] {
  const text = electionText.stages
  const { announcedAt, rollFixedAt, openedAt, closedAt, countedAt, publishedAt, timeZone } = election
  const format = (timestamp: string | null) =>
    timestamp &&
    formatPeriodInZone({ startDate: timestamp, endDate: null }, timeZone, 'brief').replace(timeGap, '\u00a0')
  return [
    { key: 'announced', time: format(announcedAt), isDone: announcedAt !== null },
    { key: 'enrolment', time: format(election.enrolmentEndsAt), isDone: rollFixedAt !== null },
    { key: 'roll_fixed', time: format(rollFixedAt), isDone: rollFixedAt !== null },
    { key: 'open', time: format(openedAt ?? election.opensAt), isDone: openedAt !== null },
    { key: 'closed', time: format(closedAt ?? election.closesAt), isDone: closedAt !== null },
    { key: 'counted', time: format(countedAt) ?? text.waiting, isDone: countedAt !== null },
    { key: 'published', time: format(publishedAt) ?? text.after, isDone: publishedAt !== null },
  ]
}

function StageDot({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  return (
    <Center
      w={26}
      h={26}
      flex="none"
      bdrs={13}
      bd={`2px solid ${isDone || isCurrent ? 'var(--kite)' : 'var(--line)'}`}
      bg={isCurrent ? 'var(--mantine-primary-color-filled)' : isDone ? 'var(--good)' : undefined}
      c={isCurrent ? 'white' : 'var(--good-text)'}
    >
      {isDone && <IconCheck size={16} aria-hidden />}
    </Center>
  )
}

/** Half of the line between two stages; without colour before the first and after the last stage. */
function StageLine({ isDone, isDrawn }: { isDone: boolean; isDrawn: boolean }) {
  return <Box flex={1} h={2} bg={isDrawn ? (isDone ? 'var(--kite)' : 'var(--line)') : undefined} />
}

/** Progress of an election, stage by stage. Phones write out only the current stage; screen readers get all names. */
export function ElectionStages({ election }: { election: ElectionDetail }) {
  const text = electionText.stages
  const stages = listStages(election)
  const isAnnulled = election.status === 'annulled'
  const next = isAnnulled ? undefined : stages.find(({ isDone }) => !isDone)
  // Enrolment lasts from the announcement of the election on. Each other stage is a single time, and the latest one
  // that has passed is the current stage.
  const current = isAnnulled || next?.key === 'enrolment' ? next : stages.findLast(({ isDone }) => isDone)
  const time = (next ?? current)?.time
  return (
    <Card>
      <Flex component="ol" aria-label={text.label} style={{ listStyle: 'none' }}>
        {stages.map(({ key, time, isDone }, index) => (
          <Flex
            key={key}
            component="li"
            flex={1}
            gap={10}
            direction="column"
            align="center"
            aria-current={key === current?.key ? 'step' : undefined}
          >
            <Flex align="center" w="100%">
              <StageLine isDone={isDone} isDrawn={index > 0} />
              <StageDot isDone={isDone} isCurrent={key === current?.key} />
              <StageLine isDone={stages[index + 1]?.isDone === true} isDrawn={index < stages.length - 1} />
            </Flex>
            <VisuallyHidden hiddenFrom="md">{text[key]}</VisuallyHidden>
            <Box ta="center" px={4} visibleFrom="md">
              <Text
                size="sm"
                mih="2lh"
                fw={key === current?.key ? 700 : 600}
                c={key === current?.key ? 'var(--good-text)' : undefined}
              >
                {text[key]}
              </Text>
              <Text size="xs" c="dimmed" style={{ textWrap: 'balance' }}>
                {time}
              </Text>
            </Box>
          </Flex>
        ))}
      </Flex>
      {!isAnnulled && (
        <Text mt={12} size="sm" ta="center" hiddenFrom="md" style={{ textWrap: 'balance' }}>
          <strong>{current ? text[current.key] : electionsText.status[election.status]}</strong>
          {next && next !== current && ` → ${text[next.key]}`}
          {time && ` · ${time}`}
        </Text>
      )}
    </Card>
  )
}

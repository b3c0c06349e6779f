import { Box, Card, Center, Flex, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { electionText } from '#texts/elections.ts'

interface Stage {
  key: 'announced' | 'enrolment' | 'roll_fixed' | 'open' | 'closed' | 'counted' | 'published'
  /** Planned or actual time of an election stage, or a text about what must happen before the stage. */
  time: string | null
  isDone: boolean
}

/** Replaces spaces in a time such as "Rab, 18 Nov, 12.46 tgh", so that a line breaks only after the date. */
const keepDateAndTimeTogether = (time: string) =>
  time.replaceAll(' ', '\u00a0').replace(/,\u00a0(?=[^,]+$)/, ', ')

/** Lists the stages of an election, with actual times for past stages and planned times for later ones. */
function listElectionStages(election: ElectionDetail): Stage[] {
  const text = electionText.stages
  const { announcedAt, rollFixedAt, openedAt, closedAt, countedAt, publishedAt, timeZone } = election
  const format = (timestamp: string | null) =>
    timestamp &&
    keepDateAndTimeTogether(formatPeriodInZone({ startDate: timestamp, endDate: null }, timeZone, 'brief'))
  return [
    { key: 'announced', time: format(announcedAt) ?? '–', isDone: announcedAt !== null },
    { key: 'enrolment', time: format(election.enrolmentEndsAt), isDone: rollFixedAt !== null },
    {
      key: 'roll_fixed',
      time: format(rollFixedAt ?? election.enrolmentEndsAt),
      isDone: rollFixedAt !== null,
    },
    { key: 'open', time: format(openedAt ?? election.opensAt), isDone: openedAt !== null },
    { key: 'closed', time: format(closedAt ?? election.closesAt), isDone: closedAt !== null },
    { key: 'counted', time: format(countedAt) ?? text.waiting, isDone: countedAt !== null },
    { key: 'published', time: format(publishedAt) ?? text.after, isDone: publishedAt !== null },
  ]
}

function ElectionStageDot({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
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

/** Half of the line that connects two election stages. The outer halves of the row have no colour. */
function StageConnector({ isDone, isDrawn }: { isDone: boolean; isDrawn: boolean }) {
  return (
    <Box
      visibleFrom="lg"
      flex={1}
      h={2}
      bg={isDrawn ? (isDone ? 'var(--kite)' : 'var(--line)') : undefined}
    />
  )
}

/** Shows the progress of an election, stage by stage: one row on desktops, a list on smaller screens. */
export function ElectionStages({ election }: { election: ElectionDetail }) {
  const text = electionText.stages
  const stages = listElectionStages(election)
  const isAnnulled = election.status === 'annulled'
  const next = isAnnulled ? undefined : stages.find(({ isDone }) => !isDone)
  // The voter enrolment stage lasts from the announcement to a deadline, and is current until it is done.
  // All stages except voter enrolment are single points in time, so the latest stage done is the current one.
  const current = isAnnulled || next?.key === 'enrolment' ? next : stages.findLast(({ isDone }) => isDone)
  return (
    <Card>
      <Flex
        component="ol"
        direction={{ base: 'column', lg: 'row' }}
        gap={{ base: 10, lg: 0 }}
        aria-label={text.label}
        style={{ listStyle: 'none' }}
      >
        {stages.map(({ key, time, isDone }, index) => {
          const isCurrent = key === current?.key
          return (
            <Flex
              key={key}
              component="li"
              flex={1}
              gap={10}
              direction={{ base: 'row', lg: 'column' }}
              align="center"
              aria-current={isCurrent ? 'step' : undefined}
            >
              <Flex align="center" w={{ lg: '100%' }}>
                <StageConnector isDone={isDone} isDrawn={index > 0} />
                <ElectionStageDot isDone={isDone} isCurrent={isCurrent} />
                <StageConnector
                  isDone={stages[index + 1]?.isDone === true}
                  isDrawn={index < stages.length - 1}
                />
              </Flex>
              <Box flex={1} ta={{ lg: 'center' }}>
                <Text
                  size="sm"
                  mih={{ lg: '2lh' }}
                  fw={isCurrent ? 700 : 600}
                  c={isCurrent ? 'var(--good-text)' : undefined}
                >
                  {text[key]}
                </Text>
                <Text size="xs" c="dimmed" className="tabular">
                  {time}
                </Text>
              </Box>
            </Flex>
          )
        })}
      </Flex>
    </Card>
  )
}

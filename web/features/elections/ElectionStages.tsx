import { Box, Card, Center, Flex, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { formatPeriodInZone } from '#shared/time/format-period.ts'
import { electionText } from '#texts/elections.ts'

interface Stage {
  key: 'announced' | 'enrolment' | 'roll_fixed' | 'open' | 'closed' | 'counted' | 'published'
  /** Planned or actual time, or what the stage waits for. */
  time: string | null
  isDone: boolean
}

/** Lists the stages with their actual times, and planned ones for stages that are still ahead. */
function listStages(election: ElectionDetail): Stage[] {
  const text = electionText.stages
  const { announcedAt, rollFixedAt, openedAt, closedAt, countedAt, publishedAt, timeZone } = election
  const format = (timestamp: string | null) =>
    timestamp && formatPeriodInZone({ startDate: timestamp, endDate: null }, timeZone, 'brief')
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

/** Stages of an election in one line on desktops and one below the other on phones, in every state. */
export function ElectionStages({ election }: { election: ElectionDetail }) {
  const text = electionText.stages
  const stages = listStages(election)
  const current = stages.findIndex(({ isDone }) => !isDone)
  return (
    <Card>
      <Flex
        component="ol"
        direction={{ base: 'column', md: 'row' }}
        gap={12}
        aria-label={text.label}
        style={{ listStyle: 'none' }}
      >
        {stages.map(({ key, time, isDone }, index) => (
          <Flex
            key={key}
            component="li"
            flex={1}
            gap={10}
            direction={{ base: 'row', md: 'column' }}
            align="center"
            aria-current={index === current ? 'step' : undefined}
          >
            <Center
              w={26}
              h={26}
              flex="none"
              bdrs={13}
              bd={`2px solid ${isDone || index === current ? 'var(--kite)' : 'var(--line)'}`}
              bg={isDone ? 'var(--good)' : undefined}
              c="var(--good-text)"
            >
              {isDone && <IconCheck size={16} aria-hidden />}
            </Center>
            <Box ta={{ base: 'start', md: 'center' }}>
              <Text size="sm" fw={index === current ? 700 : 600}>
                {text[key]}
              </Text>
              <Text size="xs" c="dimmed">
                {time}
              </Text>
            </Box>
          </Flex>
        ))}
      </Flex>
    </Card>
  )
}

import { Box, Button, Card, Center, Flex, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { getShortMonthAndWeekday } from '#shared/time/format-day.ts'
import { formatTimeOfDayInZone, formatTimeZoneLabel } from '#shared/time/format-period.ts'
import { formatWallTime } from '#shared/time/time-zones.ts'
import { electionText } from '#texts/elections.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'

interface Stage {
  key: 'announced' | 'enrolment' | 'roll_fixed' | 'open' | 'closed' | 'counted' | 'published'
  /** Planned or actual date of an election stage, or a text about what must happen before the stage. */
  date: string
  timeOfDay?: string
  isDone: boolean
}

/** Formats an instant as a date and a time of day, such as "28 Nov" and "8.00 mlm". */
function formatStageTime(timestamp: string, zone: string) {
  const moment = new Date(timestamp)
  const day = Number(formatWallTime(moment, zone).slice(8, 10))
  return {
    date: `${day} ${getShortMonthAndWeekday(moment, zone).month}`,
    timeOfDay: formatTimeOfDayInZone(moment, zone),
  }
}

/** Lists the stages of an election, with actual times for past stages and planned times for later ones. */
function listElectionStages(election: ElectionDetail): Stage[] {
  const text = electionText.stages
  const { announcedAt, enrolmentEndsAt, rollFixedAt, openedAt, closedAt, countedAt, publishedAt } = election
  const format = (timestamp: string) => formatStageTime(timestamp, election.timeZone)
  const enrolmentEnd = format(enrolmentEndsAt)
  return [
    {
      key: 'announced',
      ...(announcedAt ? format(announcedAt) : { date: text.notYet }),
      isDone: announcedAt !== null,
    },
    {
      key: 'enrolment',
      ...enrolmentEnd,
      date: text.until({ date: enrolmentEnd.date }),
      isDone: rollFixedAt !== null,
    },
    { key: 'roll_fixed', ...format(rollFixedAt ?? enrolmentEndsAt), isDone: rollFixedAt !== null },
    { key: 'open', ...format(openedAt ?? election.opensAt), isDone: openedAt !== null },
    { key: 'closed', ...format(closedAt ?? election.closesAt), isDone: closedAt !== null },
    {
      key: 'counted',
      ...(countedAt ? format(countedAt) : { date: text.waiting }),
      isDone: countedAt !== null,
    },
    {
      key: 'published',
      ...(publishedAt ? format(publishedAt) : { date: countedAt ? text.waitingForOrganiser : text.after }),
      isDone: publishedAt !== null,
    },
  ]
}

/** Returns the current stage of an election, or undefined if it is a draft or annulled. */
function findCurrentStage({ status }: ElectionDetail, stages: Stage[]): Stage | undefined {
  if (status === 'annulled') return undefined
  const next = stages.find(({ isDone }) => !isDone)
  // Voter enrolment is the current stage from the announcement of the election until enrolment is closed.
  // All stages of an election but enrolment are points in time, so the latest stage done is the current one.
  return next?.key === 'enrolment' ? next : stages.findLast(({ isDone }) => isDone)
}

/**
 * Returns the index of the election's current stage, or of the last completed stage if it was annulled; -1
 * for a draft.
 */
const findIndexOfReachedStage = (stages: Stage[], current: Stage | undefined) =>
  stages.findLastIndex(stage => stage === current || stage.isDone)

function ElectionStageDot({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  return (
    <Center
      w={26}
      h={26}
      flex="none"
      bdrs={13}
      bd={`2px solid ${isDone || isCurrent ? 'var(--kite)' : 'var(--outline)'}`}
      bg={isCurrent ? 'var(--mantine-primary-color-filled)' : isDone ? 'var(--good)' : undefined}
      c={isCurrent ? 'white' : 'var(--good-text)'}
    >
      {isDone && <IconCheck size={16} aria-hidden />}
    </Center>
  )
}

/** Line from an election stage to a neighbouring stage. If `isDrawn` is false, it only takes up the space. */
function StageConnector({
  isReached,
  isDrawn = true,
  isVertical = false,
}: {
  isReached: boolean
  isDrawn?: boolean
  isVertical?: boolean
}) {
  return (
    <Box
      flex={1}
      {...(isVertical ? { w: 2 } : { h: 2 })}
      bg={isDrawn ? (isReached ? 'var(--kite)' : 'var(--line)') : undefined}
    />
  )
}

function StageName({ stage, isCurrent }: { stage: Stage; isCurrent: boolean }) {
  return (
    <Text size="sm" fw={isCurrent ? 700 : 600} c={isCurrent ? 'var(--good-text)' : undefined}>
      {electionText.stages[stage.key]}
    </Text>
  )
}

/** Stages of an election in one row. All dates are in one line, even if the name of a stage takes two lines. */
function StageRow({ stages, current }: { stages: Stage[]; current: Stage | undefined }) {
  const reached = findIndexOfReachedStage(stages, current)
  return (
    <Columns
      component="ol"
      template={{ base: `repeat(${stages.length}, auto)`, lg: `repeat(${stages.length}, minmax(0, 1fr))` }}
      aria-label={electionText.stages.label}
    >
      {stages.map((stage, index) => {
        const isCurrent = stage === current
        return (
          <Columns
            key={stage.key}
            component="li"
            ta="center"
            style={{ gridRow: 'span 3', gridTemplateRows: 'subgrid' }}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <Flex align="center">
              <StageConnector isReached={index <= reached} isDrawn={index > 0} />
              <ElectionStageDot isDone={stage.isDone} isCurrent={isCurrent} />
              <StageConnector isReached={index < reached} isDrawn={index < stages.length - 1} />
            </Flex>
            <Box px={4} pt={4}>
              <StageName stage={stage} isCurrent={isCurrent} />
            </Box>
            <Text size="xs" c="dimmed" px={4} className="tabular">
              {stage.date}
              <br />
              {stage.timeOfDay}
            </Text>
          </Columns>
        )
      })}
    </Columns>
  )
}

/** Stages of an election below each other: the current and the next stage, until the user asks for all. */
function StageColumn({ stages, current }: { stages: Stage[]; current: Stage | undefined }) {
  const text = electionText.stages
  const [isWhole, { toggle }] = useDisclosure()
  const reached = findIndexOfReachedStage(stages, current)
  const start = isWhole ? 0 : Math.max(0, reached)
  const shown = isWhole ? stages : stages.slice(start, start + 2)
  return (
    <>
      <ol aria-label={text.label}>
        {shown.map((stage, index) => {
          const isCurrent = stage === current
          const following = shown[index + 1]
          return (
            <Flex key={stage.key} component="li" gap={12} aria-current={isCurrent ? 'step' : undefined}>
              <Stack gap={0} align="center">
                <ElectionStageDot isDone={stage.isDone} isCurrent={isCurrent} />
                {following && <StageConnector isReached={start + index < reached} isVertical />}
              </Stack>
              <Box pt={2} pb={following ? 14 : 0}>
                <StageName stage={stage} isCurrent={isCurrent} />
                <Text size="xs" c="dimmed" className="tabular">
                  {[stage.date, stage.timeOfDay].filter(Boolean).join(', ')}
                </Text>
              </Box>
            </Flex>
          )
        })}
      </ol>
      <Button variant="default" fullWidth mt={14} aria-expanded={isWhole} onClick={toggle}>
        {isWhole ? text.showLess : text.showAll}
      </Button>
    </>
  )
}

/** Shows the progress of an election, stage by stage: one row, or a list on phones. */
export function ElectionStageProgress({ election }: { election: ElectionDetail }) {
  const isPhone = useIsPhone()
  const stages = listElectionStages(election)
  const Stages = isPhone ? StageColumn : StageRow
  return (
    <Card>
      <Stages stages={stages} current={findCurrentStage(election, stages)} />
      <Text size="xs" c="dimmed" mt={14} ta={{ sm: 'center' }}>
        {electionText.stages.zone({ zone: formatTimeZoneLabel(election.timeZone) })}
      </Text>
    </Card>
  )
}

import '@mantine/core/styles/Progress.css'
import { Flex, Progress, Stack, Text } from '@mantine/core'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { electionText as text } from '#texts/elections.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'

/** Live turnout of an election. As on paper, who has voted is public, and only the choices are secret. */
export function TurnoutPanel({ election: { voted, enrolled, ballots } }: { election: ElectionDetail }) {
  const share = enrolled === 0 ? 0 : Math.round((voted / enrolled) * 100)
  return (
    <Panel title={text.turnout}>
      <Stack gap="sm">
        <Flex gap={10} align="baseline">
          <Text fz={32} fw={700} className="tabular">
            {formatNumber(voted)}
          </Text>
          <Text size="sm" c="dimmed" flex={1}>
            {text.turnoutOf({ count: enrolled })}
          </Text>
          <Text fw={700}>{share}%</Text>
        </Flex>
        <Progress value={share} aria-label={text.turnout} />
        <Text size="sm" c="dimmed">
          {text.again({ count: ballots })} {text.whoVoted}
        </Text>
      </Stack>
    </Panel>
  )
}

import '@mantine/core/styles/List.css'
import { Alert, Anchor, Button, Group, List, Progress, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { type LogCheck, logChecks } from '#shared/ballot/log/verify-log.ts'
import { downloadArchive } from '#shared/contracts/elections/elections.endpoints.ts'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { recountCheckTexts, recountContradictionTexts, ballotText as text } from '#texts/ballots.ts'
import { CopyableCodeBlock } from '#web/features/elections/CopyableCodeBlock.tsx'
import type { JobProgress } from '#web/lib/ballot/ballot-jobs.ts'
import { findElectionLogHashForVoterComparison, formatHashAsDigits } from '#web/lib/ballot/log-code.ts'
import { buildEndpointUrl } from '#web/lib/http/api.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { getBallotFailureText, isVotingCancelled, useRecountElection, type Voter } from './voting.api.ts'

type State = 'passed' | 'failed' | 'not-reached'
const icons = {
  passed: { color: 'teal', Icon: IconCheck },
  failed: { color: 'red', Icon: IconX },
  'not-reached': { color: 'gray', Icon: IconMinus },
}

function RecountCheckRow({
  name,
  state,
  count,
  failure,
}: {
  name: LogCheck
  state: State
  count: number
  failure?: string
}) {
  const { color, Icon } = icons[state]
  return (
    <List.Item
      icon={
        <ThemeIcon color={color} size={24} radius="xl" variant="light">
          <Icon size={16} aria-hidden />
        </ThemeIcon>
      }
    >
      {recountCheckTexts[name]}{' '}
      <Text span c="dimmed">
        ({count})
      </Text>
      {failure && (
        <Text c="red" size="sm">
          {failure}
        </Text>
      )}
    </List.Item>
  )
}

function getLogCheckCounts(progress: JobProgress | undefined): Map<LogCheck, number> {
  return new Map(progress && 'counts' in progress ? progress.counts : [])
}

/**
 * Verifies and recounts the election in the browser, and offers the election archive for recounting with an independent
 * program.
 */
export function ElectionRecountPanel({ user, election }: { user: Voter; election: ElectionDetail }) {
  const archiveUrl = buildEndpointUrl(downloadArchive, { params: { uuid: election.uuid } })
  const recount = useRecountElection(user, election, archiveUrl)
  const { data } = recount
  const running = getLogCheckCounts(recount.progress)
  const total = election.ballots || 1
  const compared = data && findElectionLogHashForVoterComparison(data.report)
  return (
    <Panel isFoldable title={text.recountTitle}>
      <Stack gap="md">
        <Text size="sm">{text.recountHelp}</Text>
        {recount.isPending ? (
          <>
            <Progress value={((running.get('ballots') ?? 0) / total) * 100} aria-label={text.recountTitle} />
            <Button variant="default" size="md" onClick={recount.cancel}>
              {text.stop}
            </Button>
          </>
        ) : (
          <Group className="actions">
            <Button variant="light" size="md" onClick={() => recount.mutate()}>
              {text.recount}
            </Button>
          </Group>
        )}
        <List spacing="xs" center aria-live="polite">
          {(recount.isPending || data) &&
            logChecks.map(name => {
              const done = data?.report.checks.find(check => check.name === name)
              const count = done?.count ?? running.get(name) ?? 0
              const state = done?.state ?? (count > 0 ? 'passed' : 'not-reached')
              return (
                <RecountCheckRow key={name} name={name} state={state} count={count} failure={done?.failure} />
              )
            })}
        </List>
        {data?.report.ok && data.contradictions.length === 0 && (
          <Alert color="laut">{text.recountPassed}</Alert>
        )}
        {data && !data.report.ok && <Alert color="red">{text.recountFailed}</Alert>}
        {data?.contradictions.map(kind => (
          <Alert key={kind} color="red">
            {recountContradictionTexts[kind]}
          </Alert>
        ))}
        {recount.error && !isVotingCancelled(recount.error) && (
          <Alert color="red">{getBallotFailureText(recount.error)}</Alert>
        )}
        {compared && (
          <Stack gap={4}>
            <Text size="sm">{text.logCode}</Text>
            <CopyableCodeBlock groupsPerLine={4}>{formatHashAsDigits(compared)}</CopyableCodeBlock>
          </Stack>
        )}
        <Group>
          <Anchor href={archiveUrl} download={`${election.uuid}.bel`}>
            {text.download}
          </Anchor>
        </Group>
        <Text size="sm" c="dimmed">
          {text.toolHelp}
        </Text>
        <CopyableCodeBlock fz={13}>belenios-tool election verify --dir .</CopyableCodeBlock>
      </Stack>
    </Panel>
  )
}

import { Alert, Box, Button, Flex, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { rollMarkTexts, rollText as text } from '#texts/ballots.ts'
import { type CheckedLine, isRollEntryForged, type LineMark } from '#web/lib/ballot/verify-electoral-roll.ts'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import type { Tone } from '#web/ui/feedback/tones.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { ElectoralRollObjectionForm } from './ElectoralRollObjectionForm.tsx'
import { getBallotFailureText, useVerifiedElectoralRoll, type Voter } from './voting.api.ts'

const markTones: Record<LineMark, Tone> = {
  own: 'info',
  known: 'good',
  first: 'neutral',
  late: 'warn',
  renewed: 'warn',
  outdated: 'warn',
  forged: 'bad',
  unsigned: 'bad',
}
/** Results of verifying the voters on the electoral roll, in display order: most doubtful first. */
const markOrder: LineMark[] = ['forged', 'unsigned', 'late', 'outdated', 'renewed', 'own', 'first', 'known']
/**
 * An electoral roll with up to `automaticSize` voters is verified without a click. At first, `firstLines` voters are
 * shown.
 */
const automaticSize = 500
const firstLines = 20

function ElectoralRollRow({ line, onObject }: { line: CheckedLine; onObject?: () => void }) {
  const { name, mark, hasVoted, isMerged } = line
  const isDoubtful = markTones[mark] === 'warn' || markTones[mark] === 'bad'
  return (
    <Columns
      component="li"
      py={8}
      gap="4px 8px"
      align="center"
      style={{ gridColumn: '1 / -1', gridTemplateColumns: 'subgrid', borderTop: '1px solid var(--line)' }}
    >
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        {name ?? text.erased}
      </Box>
      {/* Badges are in one line on phones, and in two columns of the list on wider screens. */}
      <Flex
        display={{ base: 'flex', sm: 'contents' }}
        gap="4px 8px"
        direction="row-reverse"
        justify="flex-end"
        align="center"
        wrap="wrap-reverse"
      >
        <Flex gap="4px 8px" justify="flex-end" align="center">
          {onObject && name && isDoubtful && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={text.objectTo({ name })}
              onClick={onObject}
            >
              {text.objectToEntry}
            </Button>
          )}
          {isMerged && <ColouredBadge tone="warn">{text.merged}</ColouredBadge>}
          {hasVoted && <ColouredBadge tone="good">{text.voted}</ColouredBadge>}
        </Flex>
        <Box style={{ justifySelf: 'end' }}>
          <ColouredBadge tone={markTones[mark]}>{rollMarkTexts[mark]}</ColouredBadge>
        </Box>
      </Flex>
    </Columns>
  )
}

function ElectoralRollRows({ lines, onObject }: { lines: CheckedLine[]; onObject?: () => void }) {
  const [isWhole, setWhole] = useState(false)
  const sorted = [...lines].sort(
    (a, b) =>
      markOrder.indexOf(a.mark) - markOrder.indexOf(b.mark) || (a.name ?? '').localeCompare(b.name ?? ''),
  )
  return (
    <>
      <Columns
        component="ul"
        template={{ sm: 'minmax(0, 1fr) auto auto' }}
        gap="0 8px"
        aria-label={text.title}
      >
        {(isWhole ? sorted : sorted.slice(0, firstLines)).map(line => (
          <ElectoralRollRow key={line.userId} line={line} onObject={onObject} />
        ))}
      </Columns>
      {!isWhole && sorted.length > firstLines && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {text.showAll({ count: sorted.length })}
        </Button>
      )}
    </>
  )
}

/** Shows the fixed list of voters as verified by this device, with a form for objections while they are possible. */
export function ElectoralRollPanel({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { own, status, enrolled } = election
  const [isWanted, setWanted] = useState(enrolled <= automaticSize)
  const { data: lines, error, isFetching } = useVerifiedElectoralRoll(user, election, isWanted)
  const forged = lines?.filter(isRollEntryForged) ?? []
  const objectionField = useRef<HTMLTextAreaElement>(null)
  const canObject = status === 'roll_fixed' && own.credential !== null
  return (
    <Panel
      isFoldable
      // The voter list is expanded while voters can object, or if its check failed or found a forged entry.
      isOpen={status === 'roll_fixed' || error !== null || forged.length > 0}
      title={text.title}
      subtitle={text.count({ count: enrolled })}
    >
      <Stack gap="md">
        {!isWanted && (
          <Button variant="default" onClick={() => setWanted(true)}>
            {text.verify}
          </Button>
        )}
        {isFetching && !lines && (
          <Text size="sm" c="dimmed" role="status">
            {text.verifying}
          </Text>
        )}
        {error && <Alert color="red">{getBallotFailureText(error)}</Alert>}
        {lines && forged.length > 0 && (
          <Alert color="red">{text.forged({ names: forged.map(line => line.name ?? '').join(', ') })}</Alert>
        )}
        {lines && forged.length === 0 && (
          <Text size="sm" c="dimmed">
            {text.verified}
          </Text>
        )}
        {lines && (
          <ElectoralRollRows
            lines={lines}
            onObject={canObject ? () => objectionField.current?.focus() : undefined}
          />
        )}
        {canObject && <ElectoralRollObjectionForm election={election} field={objectionField} />}
      </Stack>
    </Panel>
  )
}

import { Box, Button, Flex, Group, Stack, Text, Title } from '@mantine/core'
import { markOutcomeText, checkInText as text } from '#texts/check-in.ts'
import { useWakeLock } from '#web/lib/device/use-wake-lock.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { QrScanner } from '#web/ui/media/QrScanner.tsx'
import styles from './CheckIn.module.css'
import type { CardScan, CheckInSession } from './use-activity-check-in.ts'

const getScanTone = ({ outcome }: CardScan) =>
  outcome === 'in' || outcome === 'added'
    ? 'good'
    : outcome === 'already' || outcome === 'out'
      ? 'known'
      : 'bad'

const tones = { good: 'good', known: 'warn', bad: 'bad' } as const

/** Result of the latest membership card scan, in large type. */
function LatestScanResult({ seen, door }: { seen: CardScan; door: CheckInSession }) {
  const { person, token, outcome } = seen
  return (
    <Group gap={16} wrap="nowrap" p={16} bdrs={16} {...getToneProps(tones[getScanTone(seen)])} role="status">
      {person && <PersonAvatar person={person} size={88} isSquare />}
      <Stack gap={0} flex={1} miw={0} lh={1.35}>
        <Box component="span" fz={15} fw={700}>
          {markOutcomeText[outcome]}
        </Box>
        <Box component="span" fz={22} fw={700} className={styles.name}>
          {person?.fullName ?? text.unknown}
        </Box>
        {person?.clubName && <span>{person.clubName}</span>}
        {token && (
          <Box mt={10}>
            {door.isFull ? (
              <b>{text.noRoom}</b>
            ) : (
              <Button variant="default" onClick={() => door.add(seen)}>
                {text.add}
              </Button>
            )}
          </Box>
        )}
      </Stack>
    </Group>
  )
}

function ScanHistory({ door }: { door: CheckInSession }) {
  return (
    <section aria-label={text.latest}>
      <Title order={3} size="h5" mb="xs">
        {text.latest}
      </Title>
      {door.seen.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.nobodyYet}
        </Text>
      )}
      <ul className={styles.history}>
        {door.seen.map(scan => (
          <li key={scan.key} data-tone={getScanTone(scan)}>
            <Flex component="span" direction="column" flex={1} miw={0} lh={1.35}>
              <b>{scan.person?.fullName ?? text.unknown}</b>
              <Box component="span" c="dimmed" fz={13}>
                {markOutcomeText[scan.outcome]} · {formatTime(scan.at)}
              </Box>
            </Flex>
            {(scan.outcome === 'in' || scan.outcome === 'added') && (
              <Button variant="default" size="xs" mih={44} onClick={() => door.undo(scan)}>
                {text.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function MembershipCardScanner({ door }: { door: CheckInSession }) {
  useWakeLock()
  const [newest] = door.seen
  return (
    <Columns template={{ md: '1fr 1fr' }} gap={20}>
      <div>
        <QrScanner refused={text.noCamera} onFound={found => void door.scan(found)} />
        <Text size="sm" c="dimmed" mt="xs">
          {text.scanHint}
        </Text>
      </div>
      <Stack gap={20} justify="flex-start">
        {newest && <LatestScanResult key={newest.key} seen={newest} door={door} />}
        <ScanHistory door={door} />
      </Stack>
    </Columns>
  )
}

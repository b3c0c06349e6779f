import { Button, Text, Title } from '@mantine/core'
import { useWakeLock } from '#web/lib/device/use-wake-lock.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { QrScanner } from '#web/ui/media/QrScanner.tsx'
import styles from './CheckIn.module.css'
import { markOutcomeText, checkInText as text } from './check-in.text.ts'
import type { CardScan, CheckInSession } from './use-check-in-session.ts'

const getTone = ({ outcome }: CardScan) =>
  outcome === 'in' || outcome === 'added'
    ? 'good'
    : outcome === 'already' || outcome === 'out'
      ? 'known'
      : 'bad'

/** Result of the latest membership card scan, in large type. */
function LatestScan({ seen, door }: { seen: CardScan; door: CheckInSession }) {
  const { person, token, outcome } = seen
  return (
    <div className={styles.latest} data-tone={getTone(seen)} role="status">
      {person && <PersonAvatar person={person} size={88} isSquare />}
      <div className={styles.lines}>
        <span className={styles.outcome}>{markOutcomeText[outcome]}</span>
        <span className={styles.name}>{person?.fullName ?? text.unknown}</span>
        {person?.clubName && <span>{person.clubName}</span>}
        {token && (
          <div className={styles.offer}>
            {door.isFull ? (
              <b>{text.noRoom}</b>
            ) : (
              <Button color="dark" onClick={() => door.add(seen)}>
                {text.add}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
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
          <li key={scan.key} data-tone={getTone(scan)}>
            <span className={styles.lines}>
              <b>{scan.person?.fullName ?? text.unknown}</b>
              <span className={styles.muted}>
                {markOutcomeText[scan.outcome]} · {formatTime(scan.at)}
              </span>
            </span>
            {(scan.outcome === 'in' || scan.outcome === 'added') && (
              <Button variant="default" size="xs" className={styles.undo} onClick={() => door.undo(scan)}>
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
    <div className={styles.scan}>
      <div>
        <QrScanner refused={text.noCamera} onFound={found => void door.scan(found)} />
        <Text size="sm" c="dimmed" mt="xs">
          {text.scanHint}
        </Text>
      </div>
      <div className={styles.side}>
        {newest && <LatestScan key={newest.key} seen={newest} door={door} />}
        <ScanHistory door={door} />
      </div>
    </div>
  )
}

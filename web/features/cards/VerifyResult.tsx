import { Card, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockX,
  IconHelpCircle,
} from '@tabler/icons-react'
import type { Said, Verdict } from '#shared/card-token.ts'
import { showDay, showMoment } from '#web/lib/format.ts'
import { Fact } from '#web/ui/Fact.tsx'
import { verifyText as text } from './cards.text.ts'
import type { Look } from './look-into.ts'
import styles from './Verify.module.css'

const icons: Record<Verdict, typeof IconCircleCheck> = {
  valid: IconCircleCheck,
  expired: IconClockX,
  withdrawn: IconCircleX,
  outdated: IconAlertTriangle,
  foreign: IconCircleX,
  unsure: IconHelpCircle,
}

/** Signed data of the scanned card or certificate. Shows nothing beyond what is printed on it. */
function SignedData({ payload }: { payload: Said }) {
  const { words } = payload
  return (
    <>
      <Title order={3} className={styles.name}>
        {words.fullName}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.kinds[payload.kind]}
      </Text>
      <dl className={styles.facts}>
        <Fact label={text.number}>{words.membershipNumber}</Fact>
        {words.club && <Fact label={text.club}>{words.club}</Fact>}
        {payload.kind === 'card' ? (
          <>
            {payload.words.country && <Fact label={text.country}>{payload.words.country}</Fact>}
            <Fact label={text.status}>
              {payload.words.status === 'active' ? text.active : payload.words.status}
            </Fact>
          </>
        ) : (
          <>
            <Fact label={text.activity}>{payload.words.title}</Fact>
            <Fact label={text.day}>{payload.words.day}</Fact>
          </>
        )}
        <Fact label={text.issued}>{showDay(new Date(payload.issuedAt).toISOString())}</Fact>
        {payload.expiresAt !== null && (
          <Fact label={text.until}>{showDay(new Date(payload.expiresAt).toISOString())}</Fact>
        )}
      </dl>
    </>
  )
}

/** Describes how current the verdict is: time of the server's check, or age of the cached keys. */
function describeFreshness({ checkedAt, keysFrom }: Look): string {
  if (checkedAt) return text.online(showMoment(checkedAt))
  return keysFrom ? text.offline(showMoment(new Date(keysFrom).toISOString())) : text.nothingKnown
}

function describeVerdict({ verdict, payload, checkedAt }: Look): string {
  if (verdict === 'outdated' && payload?.kind === 'certificate') return text.meaning.outdatedCertificate
  return verdict === 'valid' && !checkedAt ? text.meaning.validOffline : text.meaning[verdict]
}

export function VerifyResult({ result }: { result: Look }) {
  const { verdict, payload } = result
  const Icon = icons[verdict]
  const isGenuine = payload && verdict !== 'foreign' && verdict !== 'unsure'
  return (
    <Card padding={0}>
      <div className={styles.verdict} data-verdict={verdict}>
        <Icon size={40} stroke={1.7} aria-hidden />
        <div>
          <Title order={2} className={styles.word}>
            {text.verdict[verdict]}
          </Title>
          <p>{describeVerdict(result)}</p>
        </div>
      </div>
      <div className={styles.body}>
        {isGenuine && <SignedData payload={payload} />}
        {(payload || result.checkedAt) && (
          <Text size="sm" c="dimmed">
            {describeFreshness(result)}
          </Text>
        )}
      </div>
    </Card>
  )
}

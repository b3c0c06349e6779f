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

/** What the card in one's hand shows, and nothing else. */
function Words({ said }: { said: Said }) {
  const { words } = said
  return (
    <>
      <Title order={3} className={styles.name}>
        {words.fullName}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.kinds[said.kind]}
      </Text>
      <dl className={styles.facts}>
        <Fact label={text.number}>{words.membershipNumber}</Fact>
        {words.club && <Fact label={text.club}>{words.club}</Fact>}
        {said.kind === 'card' ? (
          <>
            {said.words.country && <Fact label={text.country}>{said.words.country}</Fact>}
            <Fact label={text.status}>
              {said.words.status === 'active' ? text.active : said.words.status}
            </Fact>
          </>
        ) : (
          <>
            <Fact label={text.activity}>{said.words.title}</Fact>
            <Fact label={text.day}>{said.words.day}</Fact>
          </>
        )}
        <Fact label={text.issued}>{showDay(new Date(said.issuedAt).toISOString())}</Fact>
        {said.expiresAt !== null && (
          <Fact label={text.until}>{showDay(new Date(said.expiresAt).toISOString())}</Fact>
        )}
      </dl>
    </>
  )
}

/** How old it is. */
function knowledgeOf({ checkedAt, keysFrom }: Look): string {
  if (checkedAt) return text.online(showMoment(checkedAt))
  return keysFrom ? text.offline(showMoment(new Date(keysFrom).toISOString())) : text.nothingKnown
}

function meaningOf({ verdict, said, checkedAt }: Look): string {
  if (verdict === 'outdated' && said?.kind === 'certificate') return text.meaning.outdatedCertificate
  return verdict === 'valid' && !checkedAt ? text.meaning.validOffline : text.meaning[verdict]
}

export function VerifyResult({ look }: { look: Look }) {
  const { verdict, said } = look
  const Icon = icons[verdict]
  const isOurs = said && verdict !== 'foreign' && verdict !== 'unsure'
  return (
    <Card padding={0}>
      <div className={styles.verdict} data-verdict={verdict}>
        <Icon size={40} stroke={1.7} aria-hidden />
        <div>
          <Title order={2} className={styles.word}>
            {text.verdict[verdict]}
          </Title>
          <p>{meaningOf(look)}</p>
        </div>
      </div>
      <div className={styles.body}>
        {isOurs && <Words said={said} />}
        {(said || look.checkedAt) && (
          <Text size="sm" c="dimmed">
            {knowledgeOf(look)}
          </Text>
        )}
      </div>
    </Card>
  )
}

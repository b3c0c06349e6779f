import { Card, Group, Stack, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockX,
  IconHelpCircle,
} from '@tabler/icons-react'
import type { TokenPayload, TokenVerdict } from '#shared/cards/card-token.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatIsoDateForReader } from '#shared/time/format-day.ts'
import { verifyText as text } from '#texts/cards.ts'
import { formatDate, formatDateTime } from '#web/lib/format/format.ts'
import { getToneProps, type Tone } from '#web/ui/feedback/tones.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import styles from './CardVerification.module.css'
import type { VerificationResult } from './verify-card.ts'

const tones: Record<TokenVerdict, Tone> = {
  valid: 'good',
  expired: 'warn',
  withdrawn: 'bad',
  outdated: 'warn',
  foreign: 'bad',
  unsure: 'warn',
}

const icons: Record<TokenVerdict, typeof IconCircleCheck> = {
  valid: IconCircleCheck,
  expired: IconClockX,
  withdrawn: IconCircleX,
  outdated: IconAlertTriangle,
  foreign: IconCircleX,
  unsure: IconHelpCircle,
}

/** Signed data of the scanned card or certificate. It contains nothing beyond what is printed on the card. */
function SignedCardData({ payload }: { payload: TokenPayload }) {
  const { words } = payload
  return (
    <>
      <Title order={3} style={{ overflowWrap: 'anywhere' }}>
        {words.fullName}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {text.kinds[payload.kind]}
      </Text>
      <Columns component="dl" template="repeat(auto-fill, minmax(150px, 1fr))" gap="12px 16px" mb={12}>
        <LabelledValue label={text.number}>{words.membershipNumber}</LabelledValue>
        {words.club && <LabelledValue label={text.club}>{words.club}</LabelledValue>}
        {payload.kind === 'card' ? (
          <>
            {payload.words.country && (
              <LabelledValue label={text.country}>{getCountryName(payload.words.country)}</LabelledValue>
            )}
            <LabelledValue label={text.status}>
              {payload.words.status === 'active' ? text.active : payload.words.status}
            </LabelledValue>
          </>
        ) : (
          <>
            <LabelledValue label={text.activity}>{payload.words.title}</LabelledValue>
            <LabelledValue label={text.day}>{formatIsoDateForReader(payload.words.day)}</LabelledValue>
          </>
        )}
        <LabelledValue label={text.issued}>
          {formatDate(new Date(payload.issuedAt).toISOString())}
        </LabelledValue>
        {payload.expiresAt !== null && (
          <LabelledValue label={text.until}>
            {formatDate(new Date(payload.expiresAt).toISOString())}
          </LabelledValue>
        )}
      </Columns>
    </>
  )
}

/** Says how current a card verification is: the time of the server's check, or the age of the cached public keys. */
function describeCardFreshness({ checkedAt, keysFrom }: VerificationResult): string {
  if (checkedAt) return text.online({ moment: formatDateTime(checkedAt) })
  return keysFrom
    ? text.offline({ keys: formatDateTime(new Date(keysFrom).toISOString()) })
    : text.nothingKnown
}

function describeVerificationResult({ verdict, payload, checkedAt }: VerificationResult): string {
  if (verdict === 'outdated' && payload?.kind === 'certificate') return text.meaning.outdatedCertificate
  return verdict === 'valid' && !checkedAt ? text.meaning.validOffline : text.meaning[verdict]
}

/** Legend of the possible results of a card verification, shown before a visitor scans the first code. */
export function VerificationResultLegend() {
  return (
    <section aria-label={text.examples}>
      <Title order={2} size="h5" mb={12}>
        {text.examples}
      </Title>
      <Stack component="ul" gap={10}>
        {(['valid', 'expired', 'foreign'] as const).map(verdict => {
          const Icon = icons[verdict]
          return (
            <Group key={verdict} component="li" gap={10} wrap="nowrap" align="flex-start" c="dimmed">
              <Icon size={20} stroke={1.7} aria-hidden />
              <Text size="sm">
                <Text span inherit fw={600} c="var(--mantine-color-text)">
                  {text.verdict[verdict]}
                </Text>
                {' · '}
                {text.meaning[verdict]}
              </Text>
            </Group>
          )
        })}
      </Stack>
      <Text size="sm" c="dimmed" mt={12}>
        {text.examplesHelp}
      </Text>
    </section>
  )
}

export function CardOrCertificateVerificationResult({ result }: { result: VerificationResult }) {
  const { verdict, payload } = result
  const Icon = icons[verdict]
  const isGenuine = payload && verdict !== 'foreign' && verdict !== 'unsure'
  return (
    <Card padding={0}>
      <Group gap={12} wrap="nowrap" p={{ base: 16, sm: 20 }} {...getToneProps(tones[verdict])}>
        <Icon size={40} stroke={1.7} aria-hidden />
        <div>
          <Title order={2} fz={{ base: 22, sm: 24 }}>
            {text.verdict[verdict]}
          </Title>
          <Text mt={2} fz={14}>
            {describeVerificationResult(result)}
          </Text>
        </div>
      </Group>
      <Stack gap={4} p={20} className={styles.body}>
        {isGenuine && <SignedCardData payload={payload} />}
        {(payload || result.checkedAt) && (
          <Text size="sm" c="dimmed">
            {describeCardFreshness(result)}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

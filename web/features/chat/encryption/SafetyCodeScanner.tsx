import { Button, Group, Stack, Text } from '@mantine/core'
import { IconQrcode, IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { scanText as text } from '#texts/encryption.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { QrCode } from '#web/ui/media/QrCode.tsx'

const QrScanner = lazyLoadComponentAndTexts(
  async () => (await import('#web/ui/media/QrScanner.tsx')).QrScanner,
)
const loadSafetyNumbers = () => import('#web/lib/e2ee/crypto/safety-numbers.ts')

type Outcome = 'other' | 'different'

/** Verifies encryption keys by QR code: one user scans the other's code instead of comparing 60 digits. */
export function SafetyCodeScanner({
  ownCard,
  theirCard,
  name,
  isOnColour,
  onSame,
}: {
  ownCard: Card
  theirCard: Card
  name: string
  isOnColour: boolean
  onSame: () => void
}) {
  const [mode, setMode] = useState<'show' | 'scan'>()
  const [outcome, setOutcome] = useState<Outcome>()
  const { data: code } = useQuery({
    queryKey: ['person-code', ownCard.sign],
    queryFn: async () => (await loadSafetyNumbers()).buildKeyVerificationQrText(ownCard),
    enabled: mode === 'show',
  })
  const toggleScanner = (next: 'show' | 'scan') => {
    setOutcome(undefined)
    setMode(mode === next ? undefined : next)
  }
  async function checkScannedCode(scannedText: string): Promise<void> {
    const isSame = await (await loadSafetyNumbers()).doesScannedQrCodeMatchKeys(scannedText, theirCard)
    if (isSame) {
      setMode(undefined)
      onSame()
    } else setOutcome(isSame === false ? 'different' : 'other')
  }
  const variant = isOnColour ? 'white' : 'default'
  return (
    <Stack gap="xs">
      <Group gap="xs" grow preventGrowOverflow={false}>
        <Button
          h={44}
          px="xs"
          variant={variant}
          leftSection={<IconQrcode size={16} aria-hidden />}
          aria-expanded={mode === 'show'}
          onClick={() => toggleScanner('show')}
        >
          {text.show}
        </Button>
        <Button
          h={44}
          px="xs"
          variant={variant}
          leftSection={<IconScan size={16} aria-hidden />}
          aria-expanded={mode === 'scan'}
          onClick={() => toggleScanner('scan')}
        >
          {text.scan}
        </Button>
      </Group>
      <Suspense>
        {mode === 'show' && code && (
          <>
            <QrCode text={code} label={text.mine} />
            <Text size="sm">{text.showHint({ name })}</Text>
          </>
        )}
        {mode === 'scan' && (
          <>
            <QrScanner refused={text.noCamera} onFound={scannedText => void checkScannedCode(scannedText)} />
            <Text size="sm">{text.scanHint({ name })}</Text>
          </>
        )}
      </Suspense>
      {outcome && (
        <Text size="sm" fw={600} role="alert" c={isOnColour ? undefined : 'var(--mantine-color-error)'}>
          {outcome === 'different' ? text.different({ name }) : text.other({ name })}
        </Text>
      )}
    </Stack>
  )
}

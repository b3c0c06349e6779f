import { Button, Card, Stack, Text } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { verifyText as text } from '#texts/cards.ts'
import { preloadOfflineCardVerification } from '#web/lib/cards/verify-card-offline.ts'
import { QrScanner } from '#web/ui/media/QrScanner.tsx'
import {
  CardOrCertificateVerificationResult,
  VerificationResultLegend,
} from './CardOrCertificateVerificationResult.tsx'
import { verifyCardOrCertificate } from './verify-card.ts'

/** Whether the page may use the camera without asking the user. False in browsers that cannot tell. */
async function isCameraPermitted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted'
  } catch {
    return false
  }
}

/** Verifies a membership card or certificate. Its code comes from the URL (`opened`) or from the camera. */
export function CardVerification({ opened }: { opened: string }) {
  const [scanned, setScanned] = useState<string>()
  const [isScanning, setScanning] = useState(false)
  const code = scanned ?? opened
  const verification = useQuery({
    queryKey: ['card-look', code],
    queryFn: () => verifyCardOrCertificate(code),
    enabled: code !== '',
    // Verification results are never cached, because a membership card can be withdrawn at any time.
    staleTime: 0,
    gcTime: 0,
  })
  // If the user has permitted the camera before, scanning starts without a click.
  useEffect(() => {
    if (opened !== '') return
    void isCameraPermitted().then(isPermitted => isPermitted && setScanning(true))
  }, [opened])
  // Caches the server's public keys for signatures, so that cards can be verified offline later.
  useEffect(preloadOfflineCardVerification, [])
  return (
    <Stack gap="md">
      {code === '' && <Text c="dimmed">{text.intro}</Text>}
      {isScanning && <QrScanner refused={text.noCamera} onFound={setScanned} />}
      {!isScanning && code === '' && (
        <Card padding="xl">
          <Stack align="center" gap="sm">
            <IconScan size={56} stroke={1.3} color="var(--kite)" aria-hidden />
            <Text c="dimmed">{text.ready}</Text>
            <Button size="md" onClick={() => setScanning(true)}>
              {text.scan}
            </Button>
          </Stack>
        </Card>
      )}
      {code !== '' && (
        <div role="status" aria-label={text.result}>
          {verification.data ? (
            <CardOrCertificateVerificationResult result={verification.data} />
          ) : (
            <Text>{text.checking}</Text>
          )}
        </div>
      )}
      {(isScanning || code !== '') && (
        <Button
          variant={isScanning ? 'default' : 'filled'}
          size="md"
          leftSection={<IconScan size={20} aria-hidden />}
          onClick={() => setScanning(!isScanning)}
        >
          {isScanning ? text.stop : text.again}
        </Button>
      )}
      {code === '' && <VerificationResultLegend />}
    </Stack>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { verifyText as text } from '#texts/cards.ts'
import { prepareCardVerification } from '#web/lib/cards/verify-card-offline.ts'
import { QrScanner } from '#web/ui/media/QrScanner.tsx'
import { VerificationResultCard } from './VerificationResultCard.tsx'
import { verifyCardOrCertificate } from './verify-card.ts'

/** Verifies a membership card or certificate by the code in the URL (`opened`) or by a code from the camera. */
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
  // Caches the public keys of the server's signatures, so that cards can be verified offline later.
  useEffect(prepareCardVerification, [])
  return (
    <Stack gap="md">
      <Text c="dimmed">{text.intro}</Text>
      {isScanning && <QrScanner refused={text.noCamera} onFound={setScanned} />}
      {code !== '' && (
        <div role="status" aria-label={text.result}>
          {verification.data ? (
            <VerificationResultCard result={verification.data} />
          ) : (
            <Text>{text.checking}</Text>
          )}
        </div>
      )}
      <Button
        variant={code !== '' || isScanning ? 'default' : 'filled'}
        size="md"
        leftSection={<IconScan size={20} aria-hidden />}
        onClick={() => setScanning(!isScanning)}
      >
        {isScanning ? text.stop : code === '' ? text.scan : text.again}
      </Button>
    </Stack>
  )
}

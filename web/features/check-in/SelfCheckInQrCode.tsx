import { Box, Stack, Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { checkInText as text } from '#texts/check-in.ts'
import { useWakeLock } from '#web/lib/device/use-wake-lock.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { QrCode } from '#web/ui/media/QrCode.tsx'
import styles from './CheckIn.module.css'
import { useVenueQrCode } from './check-in.api.ts'

/**
 * Returns when the venue's QR code for check-in expires, on the performance.now() clock, because the device's date may
 * be wrong.
 */
function useQrCodeExpiryTime(code: { milliseconds: number } | undefined): number {
  return useMemo(() => performance.now() + (code?.milliseconds ?? 0), [code])
}

/** Returns the seconds left until the given performance.now() time, updated every second. */
function useSecondsUntil(time: number): number {
  const getSecondsLeft = () => Math.max(0, Math.ceil((time - performance.now()) / 1000))
  const [seconds, setSeconds] = useState(getSecondsLeft)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the countdown restarts only when the target time changes.
  useEffect(() => {
    setSeconds(getSecondsLeft())
    const timer = setInterval(() => setSeconds(getSecondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [time])
  return seconds
}

/**
 * QR code that the organizer displays and with which members check themselves in. A new code replaces an expired one.
 */
export function SelfCheckInQrCode({ id, allowsWalkIns }: { id: number; allowsWalkIns: boolean }) {
  const code = useVenueQrCode(id)
  const { data, error, refetch } = code
  const expiry = useQrCodeExpiryTime(data)
  const seconds = useSecondsUntil(expiry)
  useWakeLock()
  useEffect(() => {
    if (!data && !error) return
    const delay = data && !error ? expiry - performance.now() : 5000
    /**
     * The next QR code is requested 200 ms after the old one expires, because an earlier request would return the old
     * code.
     */
    const timer = setTimeout(() => void refetch(), Math.max(500, delay + 200))
    return () => clearTimeout(timer)
  }, [data, error, expiry, refetch])
  return (
    <Stack gap={12} align="center">
      <Box
        p={12}
        bd="1px solid var(--line)"
        bdrs={20}
        bg="white"
        style={{ aspectRatio: 1 }}
        className={styles.tile}
      >
        {data && !error && <QrCode text={data.address} label={text.codeLabel} fillsFrame />}
      </Box>
      {error ? (
        <Text role="alert">{getErrorMessageForUser(error, text.codeOffline)}</Text>
      ) : (
        <Text fw={600} className="tabular">
          {text.codeChanges({ seconds })}
        </Text>
      )}
      <Text size="sm" c="dimmed" ta="center">
        {text.codeHint} {text.codeFor[allowsWalkIns ? 'walkIns' : 'joined']}
      </Text>
    </Stack>
  )
}

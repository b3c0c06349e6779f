import { Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { failureText } from '#web/lib/api.ts'
import { useAwake } from '#web/lib/use-awake.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import styles from './CheckIn.module.css'
import { useDoorCode } from './check-in.api.ts'
import { doorText as text } from './check-in.text.ts'

/** How long until another one is shown, from when this one came: the clock of the device may be wrong. */
function useEnd(code: { milliseconds: number } | undefined): number {
  return useMemo(() => performance.now() + (code?.milliseconds ?? 0), [code])
}

/** Seconds until this moment, once a second. */
function useSecondsTo(moment: number): number {
  const left = () => Math.max(0, Math.ceil((moment - performance.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the clock, and the moment.
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 1000)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}

/** For members to scan from the organiser's screen; another one takes its place before it is of no use. */
export function DoorCode({ id, allowsWalkIns }: { id: number; allowsWalkIns: boolean }) {
  const code = useDoorCode(id)
  const { data, error, refetch } = code
  const end = useEnd(data)
  const seconds = useSecondsTo(end)
  useAwake()
  useEffect(() => {
    if (!data && !error) return
    const wait = data && !error ? end - performance.now() : 5000
    // Asked for too early it would be the same again.
    const timer = setTimeout(() => void refetch(), Math.max(500, wait + 200))
    return () => clearTimeout(timer)
  }, [data, error, end, refetch])
  return (
    <div className={styles.code}>
      <div className={styles.tile}>
        {data && !error && <QrCode text={data.address} label={text.codeLabel} />}
      </div>
      {error ? (
        <Text role="alert">{failureText(error, text.codeOffline)}</Text>
      ) : (
        <Text fw={600} className="tabular">
          {text.codeChanges(seconds)}
        </Text>
      )}
      <Text size="sm" c="dimmed" ta="center">
        {text.codeHint} {text.codeFor[allowsWalkIns ? 'walkIns' : 'joined']}
      </Text>
    </div>
  )
}

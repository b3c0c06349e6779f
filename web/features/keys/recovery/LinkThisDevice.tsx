import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Card } from '#shared/e2ee/card.ts'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { KeyTaskStep } from '#web/features/keys/KeyTaskStep.tsx'
import { keysText, linkThisDeviceText as text } from '#web/features/keys/keys.text.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { cancelLinkRequest, receiveLinkedKeys, startLinkRequest } from '#web/lib/e2ee/keys/device-linking.ts'
import { buildLinkCode, formatLinkDigits, type LinkRequest } from '#web/lib/e2ee/keys/link-protocol.ts'
import { QrCode } from '#web/ui/media/QrCode.tsx'

const codeLifetimeSeconds = 120

/** Returns the seconds until the linking code expires, starting at two minutes. */
function useCountdown(): number {
  const [end] = useState(() => Date.now() + codeLifetimeSeconds * 1000)
  const [secondsLeft, setLeft] = useState(codeLifetimeSeconds)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [end])
  return secondsLeft
}

/** Asks the server every second for the keys, because the user confirms at once on the other device. */
function useReceivedKeys(asking: LinkRequest, card: Card, isOver: boolean) {
  return useQuery({
    queryKey: ['asking', asking.id],
    queryFn: () => receiveLinkedKeys(asking, card),
    enabled: !isOver,
    refetchInterval: ({ state }) => (state.data || state.error ? false : 1000),
    structuralSharing: false,
    gcTime: 0,
  })
}

function LinkCode({
  asking,
  card,
  onReady,
  onAgain,
}: {
  asking: LinkRequest
  card: Card
  onReady: (identity: Identity) => void
  onAgain: () => void
}) {
  const secondsLeft = useCountdown()
  const { data, error } = useReceivedKeys(asking, card, secondsLeft === 0)
  const onReadyRef = useRef(onReady)
  useEffect(() => {
    if (data) onReadyRef.current(data)
  }, [data])
  if (error || secondsLeft === 0) {
    const retry = { label: text.again, onClick: onAgain }
    if (error) return <KeyErrorAlert error={error} action={retry} />
    return (
      <>
        <Text size="sm" role="status">
          {text.over}
        </Text>
        <div className={styles.actions}>
          <Button onClick={onAgain}>{text.again}</Button>
        </div>
      </>
    )
  }
  return (
    <div className={styles.code}>
      <QrCode text={buildLinkCode(asking.digits)} label={text.code} />
      <div>
        <Text size="sm">{text.digits}</Text>
        <Text className={styles.digits} translate="no">
          {formatLinkDigits(asking.digits)}
        </Text>
        <Text size="sm" c="dimmed" role="timer">
          {text.left(secondsLeft)}
        </Text>
      </div>
    </div>
  )
}

/** Linking on a device without keys: shows a code, and receives the keys from another device of the user. */
export function LinkThisDevice({
  card,
  onReady,
  onCancel,
}: {
  card: Card
  onReady: (identity: Identity) => void
  onCancel: () => void
}) {
  const [round, setRound] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['ask', round],
    queryFn: () => startLinkRequest(card.userId),
    structuralSharing: false,
    gcTime: 0,
  })
  const retry = () => setRound(round + 1)
  const cancel = () => {
    if (data) void cancelLinkRequest(data)
    onCancel()
  }
  return (
    <KeyTaskStep title={text.title}>
      <ol className={styles.consequences}>
        {text.steps.map(step => (
          <Text component="li" size="sm" key={step}>
            {step}
          </Text>
        ))}
      </ol>
      {error && <KeyErrorAlert error={error} action={{ label: text.again, onClick: retry }} />}
      {!data && !error && <Skeleton height={220} radius={16} />}
      {data && <LinkCode key={data.id} asking={data} card={card} onReady={onReady} onAgain={retry} />}
      <div className={styles.actions}>
        <Button variant="subtle" onClick={cancel}>
          {keysText.cancel}
        </Button>
      </div>
    </KeyTaskStep>
  )
}

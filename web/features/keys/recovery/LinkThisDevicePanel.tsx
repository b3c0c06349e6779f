import { Button, Loader, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { keysText, linkThisDeviceText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import { KeyErrorAlert } from '#web/features/keys/KeyErrorAlert.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { appName } from '#web/lib/document/branding.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import {
  cancelDeviceLinkRequest,
  type OwnLinkRequest,
  pollForKeysFromOtherDevice,
  sendDeviceLinkRequest,
} from '#web/lib/e2ee/keys/device-linking.ts'
import { buildLinkCode, formatLinkDigits } from '#web/lib/e2ee/keys/link-protocol.ts'
import { QrCode } from '#web/ui/media/QrCode.tsx'
import { DeviceLinkComparisonCode } from './DeviceLinkComparisonCode.tsx'

const codeLifetimeSeconds = 120

/** Returns the seconds until the code that links this device expires, starting at two minutes. */
function useSecondsUntilLinkExpires(): number {
  const [end] = useState(() => Date.now() + codeLifetimeSeconds * 1000)
  const [secondsLeft, setLeft] = useState(codeLifetimeSeconds)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [end])
  return secondsLeft
}

/** Polls the server every second for messages from the user's other device, which has the encryption keys. */
function useLinkProgress(request: OwnLinkRequest, isCodeConfirmed: boolean, isOver: boolean) {
  return useQuery({
    queryKey: ['asking', request.id, isCodeConfirmed],
    queryFn: () => pollForKeysFromOtherDevice(request, isCodeConfirmed),
    enabled: !isOver,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.identity || state.error ? false : 1000),
    structuralSharing: false,
    gcTime: 0,
  })
}

/** Shows the linking secret of this device as QR code and digits, to scan or type on a device with keys. */
function LinkDigitsAndQrCode({ digits, secondsLeft }: { digits: string; secondsLeft: number }) {
  return (
    <section aria-label={text.other}>
      <Text size="sm" fw={600} mb="xs">
        {text.other}
      </Text>
      <ol className={styles.consequences}>
        {text.steps.map(step => (
          <Text component="li" size="sm" key={step}>
            {step}
          </Text>
        ))}
      </ol>
      <div className={styles.code}>
        <QrCode text={buildLinkCode(digits)} label={text.code} />
        <div>
          <Text size="sm">{text.digits}</Text>
          <Text className={styles.digits} translate="no">
            {formatLinkDigits(digits)}
          </Text>
          <Text size="sm" c="dimmed" role="timer">
            {text.left({ seconds: secondsLeft })}
          </Text>
        </div>
      </div>
    </section>
  )
}

function LinkWaitingNotice({ label }: { label: string }) {
  return (
    <div className={styles.actions} role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{label}</Text>
    </div>
  )
}

function LinkProgressSteps({
  request,
  onReady,
  onAgain,
}: {
  request: OwnLinkRequest
  onReady: (identity: Identity) => void
  onAgain: () => void
}) {
  const secondsLeft = useSecondsUntilLinkExpires()
  const [verdict, setVerdict] = useState<'same' | 'different'>()
  const isOver = secondsLeft === 0 && verdict === undefined
  const { data, error } = useLinkProgress(request, verdict === 'same', isOver || verdict === 'different')
  const onReadyRef = useRef(onReady)
  const identity = data?.identity
  useEffect(() => {
    if (identity) onReadyRef.current(identity)
  }, [identity])
  const again = { label: text.again, onClick: onAgain }
  if (error) return <KeyErrorAlert error={error} action={again} />
  const code = data?.code
  if (verdict === 'different' || (isOver && code === undefined)) {
    return (
      <>
        <Text size="sm" role="status">
          {verdict === 'different' ? text.refused : text.over}
        </Text>
        <div className={styles.actions}>
          <Button onClick={onAgain}>{text.again}</Button>
        </div>
      </>
    )
  }
  if (code === undefined) {
    return (
      <>
        <LinkWaitingNotice label={text.waiting({ app: appName })} />
        <LinkDigitsAndQrCode digits={request.digits} secondsLeft={secondsLeft} />
      </>
    )
  }
  const refuseComparisonCode = () => {
    setVerdict('different')
    void cancelDeviceLinkRequest(request)
  }
  return (
    <>
      <DeviceLinkComparisonCode label={text.comparison} code={code} />
      {verdict === 'same' ? (
        <LinkWaitingNotice label={text.receiving} />
      ) : (
        <>
          <Text size="sm">{text.comparing}</Text>
          <div className={styles.actions}>
            <Button onClick={() => setVerdict('same')}>{text.same}</Button>
            <Button variant="light" color="red" onClick={refuseComparisonCode}>
              {text.different}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Links a device without keys: asks the user's other devices for the keys and shows a code to compare or scan. */
export function LinkThisDevicePanel({
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
    queryFn: () => sendDeviceLinkRequest(card),
    structuralSharing: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const retryLinking = () => setRound(round + 1)
  const cancelLinking = () => {
    if (data) void cancelDeviceLinkRequest(data)
    onCancel()
  }
  return (
    <EncryptionKeyWizardStep title={text.title}>
      {error && <KeyErrorAlert error={error} action={{ label: text.again, onClick: retryLinking }} />}
      {!data && !error && <Skeleton height={220} radius={16} />}
      {data && <LinkProgressSteps key={data.id} request={data} onReady={onReady} onAgain={retryLinking} />}
      <div className={styles.actions}>
        <Button variant="subtle" onClick={cancelLinking}>
          {keysText.cancel}
        </Button>
      </div>
    </EncryptionKeyWizardStep>
  )
}

import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ProofWays } from '#shared/contracts/proof.ts'
import { asking, proofChannel } from '#web/lib/proof.ts'
import { useStore } from '#web/lib/store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Or } from '#web/ui/Or.tsx'
import { CodeProof, ownKeys, PasskeyProof, PasswordProof } from './ProofForms.tsx'
import { googleProofAddress, useProofWays } from './proof.api.ts'
import { proofText as text } from './proof.text.ts'

/** For somebody who has nothing else. `onReturn`: the other page has said something, or they are back from it. */
function GoogleProof({ onReturn }: { onReturn: () => void }) {
  useEffect(() => {
    const channel = new BroadcastChannel(proofChannel)
    channel.onmessage = onReturn
    window.addEventListener('focus', onReturn)
    return () => {
      channel.close()
      window.removeEventListener('focus', onReturn)
    }
  }, [onReturn])
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconBrandGoogle size={18} aria-hidden />}
        data-autofocus
        onClick={() => window.open(googleProofAddress)}
        {...ownKeys}
      >
        {text.google}
      </Button>
      <Text size="sm" c="dimmed">
        {text.googleHelp}
      </Text>
    </Stack>
  )
}

function Ways({ ways, onProved, onLook }: { ways: ProofWays; onProved: () => void; onLook: () => void }) {
  const { hasPassword, hasCode, hasGoogle } = ways
  const hasPasskey = ways.hasPasskey && 'PublicKeyCredential' in globalThis
  const [isCode, setIsCode] = useState(!hasPassword)
  if (hasGoogle) return <GoogleProof onReturn={onLook} />
  if (!hasPasskey && !hasPassword && !hasCode) return <Text size="sm">{text.none}</Text>
  return (
    <Stack>
      {hasPasskey && <PasskeyProof onProved={onProved} />}
      {hasPasskey && (hasPassword || hasCode) && <Or>{text.or}</Or>}
      {isCode && hasCode && <CodeProof onProved={onProved} />}
      {!isCode && hasPassword && <PasswordProof onProved={onProved} />}
      {hasPassword && hasCode && (
        <Button variant="subtle" onClick={() => setIsCode(!isCode)} {...ownKeys}>
          {isCode ? text.usePassword : text.useCode}
        </Button>
      )}
    </Stack>
  )
}

function Question({ isAnew, settle }: { isAnew: boolean; settle: (isProved: boolean) => void }) {
  const { data, error, refetch } = useProofWays()
  // Shown elsewhere meanwhile: on another page, at Google.
  const isProved = !isAnew && (data?.isProved ?? false)
  useEffect(() => {
    if (isProved) settle(true)
  }, [isProved, settle])
  return (
    <Stack>
      <Text size="sm">{text.intro}</Text>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={120} radius={16} />}
      {data && !isProved && <Ways ways={data} onProved={() => settle(true)} onLook={() => void refetch()} />}
      <Button variant="default" onClick={() => settle(false)} {...ownKeys}>
        {text.cancel}
      </Button>
    </Stack>
  )
}

/** Who one is, asked by a call that waits; it is made again by itself once that is shown. */
export function ProofDialog() {
  const asked = useStore(asking)
  if (!asked) return null
  const cancel = () => asked.settle(false)
  return (
    <Modal
      opened
      onClose={cancel}
      title={text.title}
      size="sm"
      zIndex={400}
      closeOnEscape={false}
      withCloseButton={false}
      onKeyDown={event => {
        if (event.key === 'Escape') cancel()
      }}
    >
      <Question isAnew={asked.isAnew} settle={asked.settle} />
    </Modal>
  )
}

import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { isSameCard } from '#shared/e2ee/card.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { KeySetup } from './KeySetup.tsx'
import { useDeviceKeys, useMyKeys, usePrepareKeys } from './keys.api.ts'
import { NewKeys } from './NewKeys.tsx'
import { OwnKeys } from './OwnKeys.tsx'

/** One's keys and where they are; for a device without them, the way to them. */
export function KeysSettings({ userId }: { userId: number }) {
  const keys = useMyKeys()
  const device = useDeviceKeys(userId)
  const preparing = usePrepareKeys(userId)
  // Whether they came just now, under somebody's eyes.
  const [isFresh, setIsFresh] = useState(false)
  const settle = async () => {
    setIsFresh(true)
    await device.refetch()
    preparing.reset()
  }
  if (keys.error) return <ErrorState error={keys.error} onRetry={() => keys.refetch()} />
  if (!keys.data || !device.data) return <Skeleton height={220} radius={16} />
  if (preparing.data) {
    return <NewKeys prepared={preparing.data} onReady={settle} onCancel={preparing.reset} />
  }
  const { identity } = device.data.obstacle ? { identity: null } : device.data
  const { card } = keys.data
  if (!identity || !card || !isSameCard(identity.card, card)) {
    return <KeySetup userId={userId} onReady={settle} />
  }
  return <OwnKeys keys={keys.data} identity={identity} preparing={preparing} isFresh={isFresh} />
}

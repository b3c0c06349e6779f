import { Skeleton } from '@mantine/core'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { BeginKeys } from './BeginKeys.tsx'
import { useDeviceKeys, useMyKeys, usePrepareKeys } from './keys.api.ts'
import { NewKeys } from './NewKeys.tsx'
import { Refusal } from './Refusal.tsx'
import { RestoreKeys } from './RestoreKeys.tsx'

/** What stands between somebody without keys on this device and what is encrypted: making them, or opening them. */
export function KeySetup({ userId, onReady }: { userId: number; onReady: (identity: Identity) => void }) {
  const keys = useMyKeys()
  const device = useDeviceKeys(userId)
  const preparing = usePrepareKeys(userId)
  if (keys.error) return <ErrorState error={keys.error} onRetry={() => keys.refetch()} />
  if (!keys.data || !device.data) return <Skeleton height={220} radius={16} />
  if (device.data.obstacle) return <Refusal obstacle={device.data.obstacle} />
  if (preparing.data) {
    return <NewKeys prepared={preparing.data} onReady={onReady} onCancel={preparing.reset} />
  }
  const { card } = keys.data
  if (!card) return <BeginKeys preparing={preparing} />
  const isRenewed = device.data.identity !== null
  return (
    <RestoreKeys keys={keys.data} card={card} isRenewed={isRenewed} preparing={preparing} onReady={onReady} />
  )
}

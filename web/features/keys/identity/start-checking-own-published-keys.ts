import { QueryObserver } from '@tanstack/react-query'
import { addDevice, readOwnKeys } from '#shared/contracts/keys/keys.endpoints.ts'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { refetchDeviceKeys } from '#web/features/keys/device-keys-query.ts'
import { hasUsedKeysInGroupsOrElections } from '#web/lib/e2ee/group/own-key-use.ts'
import { ensureEncryptionKeys, readEncryptionKeysOfDevice } from '#web/lib/e2ee/keys/own-keys.ts'
import {
  compareOwnKeysWithPublishedKeys,
  decideToCreatePublishOrRestoreKeys,
} from '#web/lib/e2ee/keys/own-published-keys.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { setOrClearKeyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'
import { linkRequests } from '#web/lib/state/link-requests.ts'
import { createMutex } from '#web/lib/state/mutex.ts'

/**
 * Interval (ms) at which this device reports that it has the keys. Sign-out counts devices seen in the last 24 hours.
 */
const reportInterval = 60 * 60 * 1000

/** Checks the user's published keys now and after every change. Returns a function that stops the checks. */
export function startCheckingOwnPublishedKeys(owner: { id: number; fullName: string }): () => void {
  let hasReported = false
  async function checkPublishedKeys(published: MyKeys): Promise<void> {
    const device = await readEncryptionKeysOfDevice(owner.id)
    // A browser without the required cryptography skips the check of keys. The key setup screen tells the user why.
    if (device.obstacle) return
    const { identity } = device
    const start = decideToCreatePublishOrRestoreKeys(identity?.card, published)
    // A device without encryption keys creates new ones if the user has no published keys or never used them.
    // A device with encryption keys publishes them if a restored server has lost them.
    if (start === 'create' || start === 'publish') return void (await ensureEncryptionKeys(owner))
    linkRequests.set(start === 'ready' ? (published.linkRequests ?? []) : [])
    if (!identity) return setOrClearKeyMismatchAlarm(owner.id, null)
    const use = { hasEncrypted: start === 'restore' && (await hasUsedKeysInGroupsOrElections(identity)) }
    // Screens refetch the keys of this device before the key mismatch alarm is updated.
    // Without this refetch, a screen could ask the user about published keys that the device already has.
    await refetchDeviceKeys()
    setOrClearKeyMismatchAlarm(owner.id, compareOwnKeysWithPublishedKeys(identity.card, published, use))
    if (start !== 'ready' || hasReported) return
    const thisDevice = published.devices.find(({ dev }) => dev === identity.dev)
    if (thisDevice && Date.now() - Date.parse(thisDevice.usedAt) < reportInterval) return
    hasReported = true
    await callEndpoint(addDevice, { body: { dev: identity.dev, gen: identity.card.gen } })
  }

  let last: MyKeys | undefined
  const serialize = createMutex()
  const observer = new QueryObserver(queryClient, buildQueryOptions(readOwnKeys))
  const handlePublishedKeysResult = ({ data }: { data?: MyKeys }) => {
    if (!data || data === last) return
    last = data
    // If the check of the published keys fails, it runs again after they change or the page is reloaded.
    serialize(() => checkPublishedKeys(data)).catch(() => {})
  }
  const unsubscribe = observer.subscribe(handlePublishedKeysResult)
  handlePublishedKeysResult(observer.getCurrentResult())
  return () => {
    unsubscribe()
    linkRequests.set([])
  }
}

import { QueryObserver } from '@tanstack/react-query'
import { addDevice, readMyKeys } from '#shared/contracts/keys/keys.endpoints.ts'
import type { MyKeys } from '#shared/contracts/keys/keys.schemas.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import { ensureKeys, readDeviceKeys } from '#web/lib/e2ee/keys/own-keys.ts'
import { buildQueryOptions, callEndpoint } from '#web/lib/http/api.ts'
import { queryClient } from '#web/lib/query/query-client.ts'
import { type KeyAlarm, setKeyAlarm } from '#web/lib/state/key-alarm.ts'
import { createMutex } from '#web/lib/state/mutex.ts'

const oneDay = 24 * 60 * 60 * 1000

/** Compares the user's published public keys with those on this device. Returns the alarm to show, or null. */
function comparePublishedCard(own: Card, { card, createdAt }: MyKeys): KeyAlarm | null {
  if (!card || isSameCard(own, card)) return null
  if (card.gen === own.gen) return { kind: 'foreign', since: createdAt }
  return { kind: card.gen > own.gen ? 'renewed' : 'behind', since: createdAt }
}

/** Checks the user's published keys now and after every change. Returns a function that stops watching. */
export function watchPublishedKeys(owner: { id: number; fullName: string }): () => void {
  let hasReported = false
  async function checkKeys(published: MyKeys): Promise<void> {
    const device = await readDeviceKeys(owner.id)
    // In a browser that cannot encrypt, keys are not checked; the key setup screen explains the reason to the user.
    if (device.obstacle) return
    // Without published keys, the first keys are created or, after a server restore, this device's are published again.
    if (!published.card) return void (await ensureKeys(owner))
    const { identity } = device
    setKeyAlarm(owner.id, identity && comparePublishedCard(identity.card, published))
    if (!identity || !isSameCard(identity.card, published.card) || hasReported) return
    const thisDevice = published.devices.find(({ dev }) => dev === identity.dev)
    if (thisDevice && Date.now() - Date.parse(thisDevice.usedAt) < oneDay) return
    hasReported = true
    await callEndpoint(addDevice, { body: { dev: identity.dev, gen: identity.card.gen } })
  }

  let last: MyKeys | undefined
  const serialize = createMutex()
  const observer = new QueryObserver(queryClient, buildQueryOptions(readMyKeys))
  const handleResult = ({ data }: { data?: MyKeys }) => {
    if (!data || data === last) return
    last = data
    // A failed check of the published keys is repeated after the next change or on the next page load.
    serialize(() => checkKeys(data)).catch(() => {})
  }
  const stop = observer.subscribe(handleResult)
  handleResult(observer.getCurrentResult())
  return stop
}

// Into a call: the keys of this device, the verified list of who may be in it, the server's word on who is.
import {
  acceptStreams,
  joinCall,
  leaveCall,
  publishStream,
  renewStay,
  subscribeStreams,
} from '#shared/contracts/calls.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import type { Answer } from '#shared/contracts/socket.ts'
import { ApiError, addressOf, call, hasStatus } from '#web/lib/api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { loadIdentity } from '#web/lib/e2ee/key-store.ts'
import { openGroup } from '#web/lib/e2ee/open-group.ts'
import { connection } from '#web/lib/socket.ts'
import { CallSession, type CallWire } from './call-session.ts'
import { calls } from './calls.store.ts'
import { callsText as text } from './calls.text.ts'
import { canSealFrames } from './forwarded.ts'
import type { OwnMedia } from './own-media.ts'

/** The device has a network again, or another one: lines are laid anew over it. */
function onNetwork(listener: () => void): () => void {
  const { connection: kind } = navigator as { connection?: EventTarget }
  addEventListener('online', listener)
  kind?.addEventListener('change', listener)
  return () => {
    removeEventListener('online', listener)
    kind?.removeEventListener('change', listener)
  }
}

function wireTo(groupId: number, dev: string, isAudioOnly: boolean): CallWire {
  let entered = ''
  const callId = () => entered
  return {
    join: async callId => {
      const body = { dev, isAudioOnly, canSealFrames: canSealFrames(), ...(callId && { callId }) }
      const joined = await call(joinCall, { params: { id: groupId }, body })
      entered = joined.call.id
      return joined
    },
    alive: id => call(renewStay, { params: { id }, body: { dev } }),
    leave: id => call(leaveCall, { params: { id }, body: { dev } }),
    publish: sdp => call(publishStream, { params: { id: callId() }, body: { dev, sdp } }),
    subscribe: (to, isAnew) =>
      call(subscribeStreams, { params: { id: callId() }, body: { dev, to, isAnew } }),
    accept: sdp => call(acceptStreams, { params: { id: callId() }, body: { dev, sdp } }),
    signal: signal => connection.ask<Answer>('call-signal', signal),
    onChanged: listener => connection.on('call-changed', listener),
    onSignal: listener => connection.on('call-signal', listener),
    onConnect: listener => connection.on('connect', listener),
    onNetwork,
    isGone: error => hasStatus(error, 404),
    refusalOf: error => {
      if (error instanceof ApiError && error.code === 'call_ended') return 'over'
      return hasStatus(error, 401, 403, 404, 409) ? 'gone' : undefined
    },
  }
}

/** Ends a call between two that this user is away from. */
export async function hangUp(callId: string, myId: number): Promise<void> {
  const identity = await loadIdentity(myId)
  if (!identity) throw new Error(text.waitingKeys)
  await call(leaveCall, { params: { id: callId }, body: { dev: identity.dev } })
}

export async function requireKeys(
  group: GroupRow,
  myId: number,
): Promise<{ identity: Identity; sealed: EncryptedGroup }> {
  const identity = await loadIdentity(myId)
  if (!identity) throw new Error(text.waitingKeys)
  const sealed = await openGroup(group, identity)
  await sealed.sync()
  if (sealed.get().phase !== 'ready') throw new Error(text.waitingKeys)
  return { identity, sealed }
}

export async function enterCall(
  group: GroupRow,
  myId: number,
  media: OwnMedia,
): Promise<{ session: CallSession; isRelayOnly: boolean }> {
  const running = calls.get().running.find(({ groupId }) => groupId === group.id)
  if (running?.members.some(({ userId }) => userId === myId)) throw new Error(text.elsewhere)
  const { identity, sealed } = await requireKeys(group, myId)
  const wire = wireTo(group.id, identity.dev, media.isAudioOnly)
  // A call that ends at this moment is not begun anew by joining it.
  const joined = await wire.join(running?.id)
  const cardOf = (userId: number) => sealed.readerCard(userId)
  const refresh = () => sealed.sync()
  const session = new CallSession(joined, { identity, wire, media, cardOf, refresh })
  const stops = [
    sealed.subscribe(() => session.recheck()),
    connection.on('e2ee-roster', ({ groupId }) => groupId === group.id && void refresh().catch(() => {})),
  ]
  // A page that is closed or reloaded says so on its way out; the server removes one that dies after a while.
  const leaving = () => {
    const body = JSON.stringify({ dev: identity.dev, isAway: true })
    const headers = { 'content-type': 'application/json' }
    const address = addressOf(leaveCall, { params: { id: joined.call.id } })
    void fetch(address, { method: leaveCall.method, body, headers, keepalive: true })
  }
  // Reloading interrupts the call, and closing the page ends it: the browser asks first.
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('pagehide', leaving)
  addEventListener('beforeunload', ask)
  const stop = session.subscribe(() => {
    if (!session.get().ending) return
    removeEventListener('pagehide', leaving)
    removeEventListener('beforeunload', ask)
    for (const each of [stop, ...stops]) each()
  })
  return { session, isRelayOnly: joined.isRelayOnly }
}

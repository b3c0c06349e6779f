// Joins or starts a call: loads this device's encryption keys and verifies the group's signed member list.
// A CallSession starts after the server has accepted this device as a participant of the call.
import {
  answerCallStreamOffer,
  joinCall,
  keepCallAlive,
  leaveCall,
  publishCallStream,
  subscribeStreams,
} from '#shared/contracts/calls/calls.endpoints.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { Acknowledgement } from '#shared/realtime/socket-events.ts'
import { callsText as text } from '#texts/calls.ts'
import { canEncryptFrames } from '#web/features/calls/forwarding/forwarder-connection.ts'
import type { OwnMedia } from '#web/features/calls/media/own-media.ts'
import type { CallClient } from '#web/features/calls/session/call-client.ts'
import { CallSession } from '#web/features/calls/session/call-session.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { areOwnKeysDisputed } from '#web/lib/e2ee/group/group-state.ts'
import { loadEncryptedGroup } from '#web/lib/e2ee/group/load-encrypted-group.ts'
import { loadOwnIdentityKeys } from '#web/lib/e2ee/storage/key-store.ts'
import { ApiError, buildEndpointUrl, callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { calls } from './calls.store.ts'

/** Calls the listener when the device comes online or changes its network, so that the call can reconnect. */
function listenForNetworkEvents(listener: () => void): () => void {
  const { connection: networkInformation } = navigator as { connection?: EventTarget }
  addEventListener('online', listener)
  networkInformation?.addEventListener('change', listener)
  return () => {
    removeEventListener('online', listener)
    networkInformation?.removeEventListener('change', listener)
  }
}

function createCallClient(groupId: number, dev: string, isAudioOnly: boolean): CallClient {
  let joinedCallId = ''
  const getCallId = () => joinedCallId
  return {
    join: async callId => {
      const body = { dev, isAudioOnly, canSealFrames: canEncryptFrames(), ...(callId && { callId }) }
      const joined = await callEndpoint(joinCall, { params: { id: groupId }, body })
      joinedCallId = joined.call.id
      return joined
    },
    alive: id => callEndpoint(keepCallAlive, { params: { id }, body: { dev } }),
    leave: id => callEndpoint(leaveCall, { params: { id }, body: { dev } }),
    publish: sdp => callEndpoint(publishCallStream, { params: { id: getCallId() }, body: { dev, sdp } }),
    subscribe: (to, isAnew) =>
      callEndpoint(subscribeStreams, { params: { id: getCallId() }, body: { dev, to, isAnew } }),
    accept: sdp => callEndpoint(answerCallStreamOffer, { params: { id: getCallId() }, body: { dev, sdp } }),
    signal: signal => connection.ask<Acknowledgement>('call-signal', signal),
    onChanged: listener => connection.on('call-changed', listener),
    onSignal: listener => connection.on('call-signal', listener),
    onConnect: listener => connection.on('connect', listener),
    onNetwork: listenForNetworkEvents,
    isGone: error => hasErrorStatus(error, 404),
    refusalOf: error => {
      if (error instanceof ApiError && error.code === 'call_ended') return 'over'
      return hasErrorStatus(error, 401, 403, 404, 409) ? 'gone' : undefined
    },
  }
}

/** Ends a call between two people that this user left without hanging up. */
export async function hangUpCall(callId: string, myId: number): Promise<void> {
  const identity = await loadOwnIdentityKeys(myId)
  if (!identity) throw new Error(text.waitingKeys)
  await callEndpoint(leaveCall, { params: { id: callId }, body: { dev: identity.dev } })
}

/**
 * Loads the keys for a call in the group. If this device cannot encrypt the call, throws an error with a text for the
 * user.
 */
export async function loadKeysForCallOrThrow(
  group: GroupRow,
  myId: number,
): Promise<{ identity: Identity; encryptedGroup: EncryptedGroup }> {
  const identity = await loadOwnIdentityKeys(myId)
  if (!identity) throw new Error(text.noKeys)
  /**
   * After the keys changed on another device, this device cannot verify the vault (encrypted backup on the server), so
   * the call is refused with a clear error.
   */
  if (areOwnKeysDisputed()) throw new Error(text.disputedKeys)
  const encryptedGroup = await loadEncryptedGroup(group, identity)
  await encryptedGroup.sync()
  if (encryptedGroup.get().phase !== 'ready') throw new Error(text.waitingKeys)
  return { identity, encryptedGroup }
}

export async function joinOrStartCall(
  group: GroupRow,
  myId: number,
  media: OwnMedia,
): Promise<{ session: CallSession; isRelayOnly: boolean }> {
  const running = calls.get().running.find(({ groupId }) => groupId === group.id)
  if (running?.members.some(({ userId }) => userId === myId)) throw new Error(text.elsewhere)
  const { identity, encryptedGroup } = await loadKeysForCallOrThrow(group, myId)
  const client = createCallClient(group.id, identity.dev, media.isAudioOnly)
  // The request contains the id of a running call. If that call has ended, the server starts no new call.
  const joined = await client.join(running?.id)
  const findCardOfParticipant = (userId: number) => encryptedGroup.getReaderCard(userId)
  const synchronizeMemberList = () => encryptedGroup.sync()
  const getSignedName = (userId: number) => encryptedGroup.trust.getPin(userId)?.name?.name
  const session = new CallSession(joined, {
    identity,
    wire: client,
    media,
    cardOf: findCardOfParticipant,
    getSignedName,
    refresh: synchronizeMemberList,
  })
  const stops = [
    encryptedGroup.subscribe(() => session.applyRosterChange()),
    connection.on(
      'e2ee-roster',
      ({ groupId }) => groupId === group.id && void synchronizeMemberList().catch(() => {}),
    ),
  ]
  // A page that is closed or reloaded leaves the call. After a crash, the server removes the device by a timeout.
  const notifyLeaving = () => {
    const body = JSON.stringify({ dev: identity.dev, isAway: true })
    const headers = { 'content-type': 'application/json' }
    const url = buildEndpointUrl(leaveCall, { params: { id: joined.call.id } })
    void fetch(url, { method: leaveCall.method, body, headers, keepalive: true })
  }
  // The browser asks for confirmation before a reload or a closed page interrupts the call.
  const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('pagehide', notifyLeaving)
  addEventListener('beforeunload', askBeforeUnload)
  const stop = session.subscribe(() => {
    if (!session.get().ending) return
    removeEventListener('pagehide', notifyLeaving)
    removeEventListener('beforeunload', askBeforeUnload)
    for (const each of [stop, ...stops]) each()
  })
  return { session, isRelayOnly: joined.isRelayOnly }
}

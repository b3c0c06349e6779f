import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call, CallMember } from '#shared/contracts/calls/calls.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { OwnMedia } from '#web/features/calls/media/own-media.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { createStore } from '#web/lib/state/store.ts'
import type { CallClient } from './call-client.ts'
import { CallSession } from './call-session.ts'

// Node.js has no WebRTC, and the names of participants do not depend on the connections.
// The test replaces globals instead of the module, because another test file may have loaded the module before.
class SilentConnection {
  connectionState = 'new'
  addTransceiver() {}
  getTransceivers() {
    return []
  }
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: true })
  vi.stubGlobal('MediaStream', class {})
  vi.stubGlobal('RTCPeerConnection', SilentConnection)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call shows participants under their signed names, and participants without a signed name under the name from the server', async () => {
  const joinedAt = '2026-11-17T10:00:00.000Z'
  const buildCallMember = (userId: number, fullName: string): CallMember => ({
    ...{ userId, dev: `peranti-${userId}`, fullName, joinedAt, isSending: false },
  })
  const call: Call = {
    ...{ id: '00000000-0000-4000-8000-000000000000', groupId: 7, startedBy: 1, startedAt: joinedAt },
    ...{ answeredAt: joinedAt, endedAt: null, isAudioOnly: true, isForwarded: false },
    // The dishonest server swaps the names of Siti (user 2) and Mei (user 3).
    members: [
      buildCallMember(1, 'Ali'),
      buildCallMember(2, 'Mei'),
      buildCallMember(3, 'Siti'),
      buildCallMember(4, 'Raju'),
    ],
    ...{ formerMembers: [], declined: [], busy: [] },
  }
  const silent = () => () => {}
  const wire = {
    onChanged: silent,
    onSignal: silent,
    onNetwork: silent,
    onConnect: silent,
    leave: async () => {},
  }
  const store = createStore({ stream: undefined, isMuted: false })
  const session = new CallSession(
    { call, iceServers: [], isRelayOnly: false },
    {
      identity: { card: { userId: 1 }, dev: 'peranti-1' } as unknown as Identity,
      wire: wire as unknown as CallClient,
      media: { get: store.get, subscribe: store.subscribe, stop: () => {} } as unknown as OwnMedia,
      cardOf: userId => ({ userId }) as Card,
      getSignedName: userId => ({ 2: 'Siti', 3: 'Mei' })[userId],
      refresh: async () => {},
    },
  )
  expect(session.get().others.map(({ fullName }) => fullName)).toEqual(['Siti', 'Mei', 'Raju'])
  await session.leave()
})

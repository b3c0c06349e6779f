import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, type JoinedCall, participantTimeout } from '#shared/contracts/calls/calls.schemas.ts'
import type { OwnMedia } from '#web/features/calls/media/own-media.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { createStore } from '#web/lib/state/store.ts'
import type { CallClient } from './call-client.ts'
import { CallSession } from './call-session.ts'

const [myId, dev] = [1, 'peranti-sat']
const startedAt = '2026-11-17T10:00:00.000Z'
const call: Call = {
  id: '00000000-0000-4000-8000-000000000000',
  groupId: 7,
  startedBy: myId,
  startedAt,
  answeredAt: startedAt,
  endedAt: null,
  isAudioOnly: true,
  isForwarded: false,
  members: [{ userId: myId, dev, fullName: 'Ali', joinedAt: startedAt, isSending: false }],
  formerMembers: [2],
  declined: [],
  busy: [],
}
const joined: JoinedCall = { call, iceServers: [], isRelayOnly: false }

const [unreachable, gone, over, refused] = ['unreachable', 'gone', 'over', 'refused'].map(
  name => new Error(name),
) as [Error, Error, Error, Error]

/** Creates a fake CallClient whose responses each test chooses. */
function createWire() {
  const alive = vi.fn(async () => {})
  const join = vi.fn(async (_callId?: string) => joined)
  let connect = () => {}
  const nothing = () => () => {}
  const wire = {
    alive,
    join,
    leave: vi.fn(async () => {}),
    onChanged: nothing,
    onSignal: nothing,
    onNetwork: nothing,
    onConnect: (listener: () => void) => {
      connect = listener
      return () => {}
    },
    isGone: (error: unknown) => error === gone,
    refusalOf: (error: unknown) => (error === over ? 'over' : error === refused ? 'gone' : undefined),
  } as unknown as CallClient
  return { wire, alive, join, connect: () => connect() }
}

function startSession() {
  const line = createWire()
  const store = createStore({ stream: undefined, isMuted: false })
  const media = { get: store.get, subscribe: store.subscribe, stop: () => {} } as unknown as OwnMedia
  const identity = { card: { userId: myId }, dev } as unknown as Identity
  const session = new CallSession(joined, {
    identity,
    wire: line.wire,
    media,
    cardOf: () => undefined,
    getSignedName: () => undefined,
    refresh: async () => {},
  })
  return { ...line, session }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
  vi.stubGlobal('document', { hidden: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('CallSession while the server is unreachable', () => {
  test('CallSession reports a brief connection loss until participantTimeout, then a long connection loss, and no loss after it has reconnected', async () => {
    const { session, alive } = startSession()
    alive.mockRejectedValue(unreachable)
    await vi.advanceTimersByTimeAsync(6000)
    expect(session.get().cutOff).toBe('brief')
    await vi.advanceTimersByTimeAsync(participantTimeout)
    expect(session.get().cutOff).toBe('long')
    alive.mockResolvedValue()
    await vi.advanceTimersByTimeAsync(6000)
    expect(session.get()).toMatchObject({ cutOff: undefined })
    await session.leave()
  })

  test('CallSession reports a connection loss when heartbeats get no response', async () => {
    const { session, alive } = startSession()
    alive.mockReturnValue(new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(session.get().cutOff).toBe('brief')
    await vi.advanceTimersByTimeAsync(participantTimeout)
    expect(session.get().cutOff).toBe('long')
    await session.leave()
  })

  test('CallSession reports a connection loss longer than participantTimeout even if a late response of the server arrives', async () => {
    const { session, alive } = startSession()
    let respond = () => {}
    alive.mockReturnValue(new Promise(resolve => (respond = resolve)))
    await vi.advanceTimersByTimeAsync(participantTimeout + 6000)
    respond()
    await vi.advanceTimersByTimeAsync(0)
    expect(session.get().cutOff).toBe('long')
    await session.leave()
  })
})

describe('CallSession after the server removed the device', () => {
  test('a device that the server removed joins the same call again once the connection is restored', async () => {
    const { session, alive, join, connect } = startSession()
    alive.mockRejectedValue(unreachable)
    await vi.advanceTimersByTimeAsync(participantTimeout + 6000)
    alive.mockRejectedValueOnce(gone).mockResolvedValue()
    connect()
    await vi.advanceTimersByTimeAsync(0)
    expect(join.mock.calls).toEqual([[call.id]])
    expect(session.get()).toMatchObject({ cutOff: undefined })
    expect(session.get().ending).toBeUndefined()
    await session.leave()
  })

  test.each([
    [over, 'over'],
    [refused, 'gone'],
  ])(
    'CallSession ends when the server refuses to let the removed device join again: %s',
    async (error, ending) => {
      const { session, alive, join } = startSession()
      alive.mockRejectedValue(gone)
      join.mockRejectedValue(error)
      await vi.advanceTimersByTimeAsync(6000)
      expect(session.get().ending).toBe(ending)
    },
  )

  test('CallSession tries to rejoin again when the connection is lost during the first attempt', async () => {
    const { session, alive, join } = startSession()
    alive.mockRejectedValueOnce(gone).mockRejectedValueOnce(gone).mockResolvedValue()
    join.mockRejectedValueOnce(unreachable)
    await vi.advanceTimersByTimeAsync(6000)
    expect(session.get()).toMatchObject({ cutOff: 'brief' })
    await vi.advanceTimersByTimeAsync(6000)
    expect(join).toHaveBeenCalledTimes(2)
    expect(session.get().cutOff).toBeUndefined()
    expect(session.get().ending).toBeUndefined()
    await session.leave()
  })
})

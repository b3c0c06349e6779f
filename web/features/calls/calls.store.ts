// Store of the running calls in the user's groups and of the call that is open on the screen.
// The code that runs a call is loaded lazily when the user opens a call.
import { listCalls } from '#shared/contracts/calls/calls.endpoints.ts'
import type { Call } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { hasOpenCall } from '#web/lib/state/open-call.ts'
import { createStore } from '#web/lib/state/store.ts'

/** Layout of an open call: full screen, small in a corner, or in a column beside the page. */
export type CallView = 'full' | 'corner' | 'beside'

interface Calls {
  running: Call[]
  /** Group in whose call this window takes part, from the preview to the end screen. */
  open?: GroupRow
  /** Whether a call started by this user has audio only. */
  isAudioOnly: boolean
  view: CallView
}

const { get, subscribe, change } = createStore<Calls>({ running: [], isAudioOnly: false, view: 'full' })

export const calls = {
  get,
  subscribe,
  /** Opens the group's call screen. A call that is already running keeps its kind, audio or video. */
  open: (group: GroupRow, isAudioOnly = false) => {
    const running = get().running.find(({ groupId }) => groupId === group.id)
    hasOpenCall.set(true)
    change({ open: group, isAudioOnly: running?.isAudioOnly ?? isAudioOnly, view: 'full' })
  },
  show: (view: CallView) => change({ view }),
  close: () => {
    hasOpenCall.set(false)
    change({ open: undefined, view: 'full' })
  },
}

function applyCallChange(changed: Call): void {
  const others = get().running.filter(({ id }) => id !== changed.id)
  change({ running: changed.endedAt ? others : [...others, changed] })
}

/**
 * Loads the running calls on every server connect and applies changes. Returns a function that unsubscribes.
 */
export function subscribeToRunningCalls(): () => void {
  const reloadCalls = () =>
    void callEndpoint(listCalls).then(
      running => change({ running }),
      () => {},
    )
  const stops = [connection.on('call-changed', applyCallChange), connection.on('connect', reloadCalls)]
  return () => {
    for (const stop of stops) stop()
  }
}

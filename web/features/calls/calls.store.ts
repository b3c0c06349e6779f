// Which calls are going on in one's groups, and which of them is on the screen. What a call needs is fetched with it.
import { listCalls } from '#shared/contracts/calls.endpoints.ts'
import type { Call } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call } from '#web/lib/api.ts'
import { connection } from '#web/lib/socket.ts'
import { createStore } from '#web/lib/store.ts'

/** Over everything, in a corner of it, or beside what else is on the screen. */
export type CallView = 'full' | 'corner' | 'beside'

interface Calls {
  running: Call[]
  /** The group whose call is being looked at, from the preview to the end. */
  open?: GroupRow
  /** For whoever begins it: without pictures. */
  isAudioOnly: boolean
  view: CallView
}

const { get, subscribe, change } = createStore<Calls>({ running: [], isAudioOnly: false, view: 'full' })

export const calls = {
  get,
  subscribe,
  /** One that runs is with or without pictures as it was begun. */
  open: (group: GroupRow, isAudioOnly = false) => {
    const running = get().running.find(({ groupId }) => groupId === group.id)
    change({ open: group, isAudioOnly: running?.isAudioOnly ?? isAudioOnly, view: 'full' })
  },
  show: (view: CallView) => change({ view }),
  close: () => change({ open: undefined, view: 'full' }),
}

function take(changed: Call): void {
  const others = get().running.filter(({ id }) => id !== changed.id)
  change({ running: changed.endedAt ? others : [...others, changed] })
}

/** While the shell is open. */
export function followCalls(): () => void {
  const look = () =>
    void call(listCalls).then(
      running => change({ running }),
      () => {},
    )
  const stops = [connection.on('call-changed', take), connection.on('connect', look)]
  return () => {
    for (const stop of stops) stop()
  }
}

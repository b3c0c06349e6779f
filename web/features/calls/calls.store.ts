// Which calls are going on in one's groups, and which of them is on the screen. What a call needs is fetched with it.
import { listCalls } from '#shared/contracts/calls.endpoints.ts'
import type { Call } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call } from '#web/lib/api.ts'
import { connection } from '#web/lib/socket.ts'

interface Calls {
  running: Call[]
  /** The group whose call is being looked at, from the preview to the end. */
  open?: GroupRow
}

let state: Calls = { running: [] }
const listeners = new Set<() => void>()

function set(change: Partial<Calls>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

export const calls = {
  get: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  open: (group: GroupRow) => set({ open: group }),
  close: () => set({ open: undefined }),
}

function take(changed: Call): void {
  const others = state.running.filter(({ id }) => id !== changed.id)
  set({ running: changed.endedAt ? others : [...others, changed] })
}

/** While the shell is open. */
export function followCalls(): () => void {
  const look = () =>
    void call(listCalls).then(
      running => set({ running }),
      () => {},
    )
  const stops = [connection.on('call-changed', take), connection.on('connect', look)]
  return () => {
    for (const stop of stops) stop()
  }
}

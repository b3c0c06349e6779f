// Which calls are going on in one's groups, and which of them is on the screen. What a call needs is fetched with it.
import { listCalls } from '#shared/contracts/calls.endpoints.ts'
import type { Call } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { call } from '#web/lib/api.ts'
import { connection } from '#web/lib/socket.ts'
import { createStore } from '#web/lib/store.ts'

interface Calls {
  running: Call[]
  /** The group whose call is being looked at, from the preview to the end. */
  open?: GroupRow
}

const { get, subscribe, change } = createStore<Calls>({ running: [] })

export const calls = {
  get,
  subscribe,
  open: (group: GroupRow) => change({ open: group }),
  close: () => change({ open: undefined }),
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

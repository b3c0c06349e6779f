import '@mantine/core/styles/Combobox.css'
import type { Call } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { useStore } from '#web/lib/store.ts'
import { CallDialog } from './CallDialog.tsx'
import { calls } from './calls.store.ts'
import { Incoming } from './Incoming.tsx'
import { ReturnBar } from './ReturnBar.tsx'
import { isAwaited, isRinging } from './ringing.ts'
import { useNow } from './use-now.ts'

/** Looks at the clock by itself, so that the call one is in is not drawn anew every second. */
function Ringing({ running, groups, myId }: { running: Call[]; groups: GroupRow[]; myId: number }) {
  const { open } = useStore(calls)
  const now = useNow(running.length > 0)
  const call = running.find(one => one.groupId !== open?.id && isRinging(one, myId, now))
  const group = groups.find(({ id }) => id === call?.groupId)
  if (!call || !group) return null
  return <Incoming key={call.id} call={call} group={group} myId={myId} isWaiting={open !== undefined} />
}

/** Offers the way back into a call between two that this user left without hanging up. */
function Awaited({ running, groups, myId }: { running: Call[]; groups: GroupRow[]; myId: number }) {
  const call = running.find(
    one => isAwaited(one, myId) && groups.some(({ id, direct }) => id === one.groupId && direct),
  )
  const group = groups.find(({ id }) => id === call?.groupId)
  return call && group ? <ReturnBar key={call.id} call={call} group={group} myId={myId} /> : null
}

/** Over every page: a call that comes in, and the one that one is in. */
export function CallLayer({
  me,
  groups,
  onChat,
}: {
  me: { id: number; fullName: string }
  groups: GroupRow[]
  /** To what is written in a conversation. */
  onChat: (group: GroupRow) => void
}) {
  const { running, open, isAudioOnly } = useStore(calls)
  return (
    <>
      {open && (
        <CallDialog
          key={open.id}
          group={open}
          me={me}
          isAudioOnly={isAudioOnly}
          running={running.find(({ groupId }) => groupId === open.id)}
          onChat={() => onChat(open)}
          onClose={calls.close}
        />
      )}
      {!open && <Awaited running={running} groups={groups} myId={me.id} />}
      <Ringing running={running} groups={groups} myId={me.id} />
    </>
  )
}

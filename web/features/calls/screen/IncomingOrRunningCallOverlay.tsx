import '@mantine/core/styles/Combobox.css'
import type { Call } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { calls } from '#web/features/calls/calls.store.ts'
import { IncomingCallDialog } from '#web/features/calls/ringing/IncomingCallDialog.tsx'
import { ReturnToCallBar } from '#web/features/calls/ringing/ReturnToCallBar.tsx'
import { isCallRinging, isWaitingForPeerToRejoin } from '#web/features/calls/ringing/ringing.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { CallDialog } from './CallDialog.tsx'
import { useCurrentTime } from './use-current-time.ts'

/**
 * Shows an incoming call. This separate component reads the current time, so that its updates every second do
 * not re-render the open call.
 */
function RingingCallDialog({ running, groups, myId }: { running: Call[]; groups: GroupRow[]; myId: number }) {
  const { open } = useStoreState(calls)
  const now = useCurrentTime(running.length > 0)
  const call = running.find(
    candidate => candidate.groupId !== open?.id && isCallRinging(candidate, myId, now),
  )
  const group = groups.find(({ id }) => id === call?.groupId)
  if (!call || !group) return null
  return (
    <IncomingCallDialog key={call.id} call={call} group={group} myId={myId} isWaiting={open !== undefined} />
  )
}

/** Offers to return to a call that this user left without hanging up. */
function ReturnToDirectCallOffer({
  running,
  groups,
  myId,
}: {
  running: Call[]
  groups: GroupRow[]
  myId: number
}) {
  const call = running.find(
    candidate =>
      isWaitingForPeerToRejoin(candidate, myId) &&
      groups.some(({ id, direct }) => id === candidate.groupId && direct),
  )
  const group = groups.find(({ id }) => id === call?.groupId)
  return call && group ? <ReturnToCallBar key={call.id} call={call} group={group} myId={myId} /> : null
}

/** Layer over every page that shows incoming calls and the call that the user is in. */
export function IncomingOrRunningCallOverlay({
  me,
  groups,
  onChat,
}: {
  me: { id: number; fullName: string }
  groups: GroupRow[]
  /** Called to open the conversation of the group whose call is shown. */
  onChat: (group: GroupRow) => void
}) {
  const { running, open, isAudioOnly } = useStoreState(calls)
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
      {!open && <ReturnToDirectCallOffer running={running} groups={groups} myId={me.id} />}
      <RingingCallDialog running={running} groups={groups} myId={me.id} />
    </>
  )
}

import { Text } from '@mantine/core'
import { type CSSProperties, type Ref, useMemo } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { useStore } from '#web/lib/store.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Calls.module.css'
import { type CallSession, type CallState, nameOf, type Other } from './call-session.ts'
import { callsText as text } from './calls.text.ts'
import { Tile } from './Tile.tsx'

function noteFor({ connection, stream, isSharing, isReduced, isCameraOff }: Other): string | undefined {
  if (connection !== 'connected') return stream ? text.reconnecting : text.connecting
  // Whose camera is off anyway loses nothing.
  if (isReduced && !isCameraOff) return text.reduced
  return isSharing ? text.sharing : undefined
}

/** Whoever shows their screen, else whoever was heard last, else the first. */
function largestOf({ others, lastSpeaker }: CallState): Other | undefined {
  return (
    others.find(({ isSharing }) => isSharing) ?? others.find(one => nameOf(one) === lastSpeaker) ?? others[0]
  )
}

function aloneText({ call, talkingSince }: CallState, group: GroupRow): string {
  if (talkingSince || call.answeredAt) return group.direct ? text.waitingFor(group.name) : text.alone
  return group.direct && call.busy.length > 0 ? text.busy(group.name) : text.ringing
}

/** Nobody else is here: not yet, or no longer. */
function Alone({ state, group }: { state: CallState; group: GroupRow }) {
  const hasBegun = state.talkingSince || state.call.answeredAt
  return (
    <div className={styles.tile} data-large data-alone>
      {!hasBegun && (
        <span className={styles.rings}>
          <PersonAvatar person={{ fullName: group.name, profileImageUrl: null }} size={96} />
        </span>
      )}
      <Text fw={600} ta="center">
        {group.name}
      </Text>
      <Text size="sm" ta="center" role="status">
        {aloneText(state, group)}
      </Text>
    </div>
  )
}

/** How many small ones stand side by side, on a phone and on a desk. */
const columnsFor = (small: number) =>
  ({ '--few': Math.min(small, 3), '--many': Math.min(small, 6) }) as CSSProperties

/** One large, the others and oneself in a row: so the foot of a small screen never leaves it. */
export function Tiles({
  session,
  group,
  myName,
  largeRef,
}: {
  session: CallSession
  group: GroupRow
  myName: string
  largeRef: Ref<HTMLVideoElement | null>
}) {
  const state = useStore(session)
  const own = useStore(session.media)
  const largest = largestOf(state)
  const rest = useMemo(() => state.others.filter(one => one !== largest), [state.others, largest])
  const tileOf = (one: Other, isLarge: boolean) => (
    <Tile
      key={nameOf(one)}
      name={one.fullName}
      isMuted={one.isMuted}
      isCameraOff={one.isCameraOff || one.isReduced}
      isSharing={one.isSharing}
      isHandUp={one.isHandUp}
      isSpeaking={state.speaking.includes(nameOf(one))}
      isLarge={isLarge}
      note={noteFor(one)}
      quality={one.quality}
      speaker={own.chosen.speaker}
      {...(one.stream && { stream: one.stream })}
      {...(isLarge && { videoRef: largeRef })}
    />
  )
  return (
    <div className={styles.tiles} data-others={state.others.length} style={columnsFor(rest.length + 1)}>
      {/* One list with keys: a picture that grows goes on instead of beginning anew. */}
      {[
        ...(largest ? [tileOf(largest, true)] : []),
        ...rest.map(one => tileOf(one, false)),
        ...(largest ? [] : [<Alone key="alone" state={state} group={group} />]),
      ]}
      <Tile
        key="me"
        name={myName}
        isMine
        stream={own.stream}
        isMuted={own.isMuted}
        isCameraOff={own.isCameraOff}
        isSharing={own.isSharing}
        isHandUp={state.isHandUp}
        isSpeaking={state.speaking.includes('me')}
      />
    </div>
  )
}

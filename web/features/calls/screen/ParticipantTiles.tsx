import { Text } from '@mantine/core'
import { type CSSProperties, type Ref, useMemo } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#texts/calls.ts'
import styles from '#web/features/calls/Calls.module.css'
import type { CallSession } from '#web/features/calls/session/call-session.ts'
import {
  type CallState,
  getParticipantKey,
  type RemoteParticipant,
} from '#web/features/calls/session/call-state.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { ParticipantTile } from './ParticipantTile.tsx'

function getParticipantStatusText({
  connection,
  stream,
  isSharing,
  isReduced,
  isCameraOff,
}: RemoteParticipant): string | undefined {
  if (connection !== 'connected') return stream ? text.reconnecting : text.connecting
  // The tile of a participant whose camera is off has no note about reduced video quality.
  if (isReduced && !isCameraOff) return text.reduced
  return isSharing ? text.sharing : undefined
}

/**
 * Picks the participant for the large tile: the one who shares a screen, else the last speaker, else the first in the
 * list.
 */
function pickLargeParticipant({ others, lastSpeaker }: CallState): RemoteParticipant | undefined {
  return (
    others.find(({ isSharing }) => isSharing) ??
    others.find(participant => getParticipantKey(participant) === lastSpeaker) ??
    others[0]
  )
}

function getTextWithoutOtherParticipants({ call, talkingSince }: CallState, group: GroupRow): string {
  if (talkingSince || call.answeredAt)
    return group.direct ? text.waitingFor({ name: group.name }) : text.alone
  return group.direct && call.busy.length > 0 ? text.busy({ name: group.name }) : text.ringing
}

/** Tile that replaces the other participants while the user is alone in the call. */
function NoOtherParticipantsTile({ state, group }: { state: CallState; group: GroupRow }) {
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
        {getTextWithoutOtherParticipants(state, group)}
      </Text>
    </div>
  )
}

/** CSS variables for the number of small call tiles per row: on phones (--few) and on wide screens (--many). */
const buildTileColumnStyle = (small: number) =>
  ({ '--few': Math.min(small, 3), '--many': Math.min(small, 6) }) as CSSProperties

/** Shows one participant in a large tile, and the other participants and the user in small tiles. */
export function ParticipantTiles({
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
  const state = useStoreState(session)
  const own = useStoreState(session.media)
  const large = pickLargeParticipant(state)
  const small = useMemo(
    () => state.others.filter(participant => participant !== large),
    [state.others, large],
  )
  const renderTile = (participant: RemoteParticipant, isLarge: boolean) => (
    <ParticipantTile
      key={getParticipantKey(participant)}
      name={participant.fullName}
      isMuted={participant.isMuted}
      isCameraOff={participant.isCameraOff || participant.isReduced}
      isSharing={participant.isSharing}
      isHandUp={participant.isHandUp}
      isSpeaking={state.speaking.includes(getParticipantKey(participant))}
      isLarge={isLarge}
      note={getParticipantStatusText(participant)}
      quality={participant.quality}
      speaker={own.chosen.speaker}
      {...(participant.stream && { stream: participant.stream })}
      {...(isLarge && { videoRef: largeRef })}
    />
  )
  return (
    <div
      className={styles.tiles}
      data-others={state.others.length}
      style={buildTileColumnStyle(small.length + 1)}
    >
      {/* A single list with keys keeps the video element when a tile becomes large, so that playback continues. */}
      {[
        ...(large ? [renderTile(large, true)] : []),
        ...small.map(participant => renderTile(participant, false)),
        ...(large ? [] : [<NoOtherParticipantsTile key="alone" state={state} group={group} />]),
      ]}
      <ParticipantTile
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

import { Box, Text } from '@mantine/core'
import {
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars5,
  IconHandStop,
  IconMicrophoneOff,
} from '@tabler/icons-react'
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { callsText as text } from '#texts/calls.ts'
import styles from '#web/features/calls/Calls.module.css'
import type { ConnectionQuality } from '#web/features/calls/connection/connection-quality.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'

const qualityIcons = { good: IconAntennaBars5, fair: IconAntennaBars3, poor: IconAntennaBars2 }

/**
 * Hook that attaches a stream to a video element. The user's own stream is attached without its audio track,
 * because even muted audio costs CPU.
 */
function useVideoElement(
  sourceStream: MediaStream | undefined,
  isMine: boolean,
  speaker: string | undefined,
) {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useMemo(() => {
    if (!isMine || !sourceStream) return sourceStream
    const videoTracks = sourceStream.getVideoTracks()
    return videoTracks.length > 0 ? new MediaStream(videoTracks) : undefined
  }, [sourceStream, isMine])
  useEffect(() => {
    const element = video.current
    if (!element || element.srcObject === (stream ?? null)) return
    element.srcObject = stream ?? null
    // Browsers that block autoplay still play the participant's video after the click to join the call.
    if (stream) void element.play().catch(() => {})
  }, [stream])
  useEffect(() => {
    const element = video.current as (HTMLVideoElement & { setSinkId?(id: string): Promise<void> }) | null
    if (speaker !== undefined) void element?.setSinkId?.(speaker).catch(() => {})
  }, [speaker])
  return video
}

const isRearCamera = (stream: MediaStream | undefined) =>
  stream?.getVideoTracks()[0]?.getSettings().facingMode === 'environment'

/** Tile of one call participant: video or initials, name, microphone state and connection quality. */
export const ParticipantTile = memo(function Tile({
  name,
  stream,
  isMine = false,
  isMuted,
  isCameraOff,
  isSharing = false,
  isHandUp = false,
  isSpeaking = false,
  isLarge = false,
  note,
  quality,
  speaker,
  videoRef,
}: {
  name: string
  stream?: MediaStream
  isMine?: boolean
  isMuted: boolean
  isCameraOff: boolean
  isSharing?: boolean
  isHandUp?: boolean
  isSpeaking?: boolean
  isLarge?: boolean
  note?: string | undefined
  quality?: ConnectionQuality | undefined
  /** Device id of the loudspeaker that plays the participant's audio. */
  speaker?: string | undefined
  videoRef?: Ref<HTMLVideoElement | null>
}) {
  const video = useVideoElement(stream, isMine, speaker)
  useImperativeHandle(videoRef, () => video.current as HTMLVideoElement)
  const isDark = isCameraOff || !stream
  // The picture of the user's own front camera is mirrored. The rear camera is not, so that text stays readable.
  const isMirrored = isMine && !isSharing && !isRearCamera(stream)
  const Bars = quality && qualityIcons[quality]
  return (
    <figure
      className={styles.tile}
      aria-label={isMine ? text.you : name}
      data-large={isLarge || undefined}
      data-speaking={isSpeaking || undefined}
    >
      <video
        ref={video}
        className={styles.video}
        data-mine={isMirrored || undefined}
        data-whole={isSharing || undefined}
        data-off={isDark || undefined}
        autoPlay
        playsInline
        muted={isMine}
      />
      {isDark && (
        <span className={styles.face}>
          <PersonAvatar person={{ fullName: name, profileImageUrl: null }} size={isLarge ? 96 : 48} />
        </span>
      )}
      {note && (
        <Box component="span" bdrs={12} c="white" bg="var(--black-70)" className={styles.tileNote}>
          {note}
        </Box>
      )}
      {isHandUp && (
        <span className={styles.hand}>
          <IconHandStop size={18} role="img" aria-label={text.handUp} />
        </span>
      )}
      <Box component="figcaption" pos="absolute" bdrs={999} bg="var(--black-70)" className={styles.tileName}>
        {isMuted && <IconMicrophoneOff size={14} role="img" aria-label={text.muted} />}
        <Text span inherit truncate className={styles.tileWords}>
          {isMine ? text.you : name}
        </Text>
        {isSpeaking && <span className={styles.spoken}>{text.speaking}</span>}
        {Bars && (
          <span className={styles.quality} data-quality={quality} title={text.quality[quality]}>
            <Bars size={18} stroke={2.5} role="img" aria-label={text.quality[quality]} />
            {quality === 'poor' && (
              <span className={styles.qualityWords} aria-hidden>
                {text.quality[quality]}
              </span>
            )}
          </span>
        )}
      </Box>
    </figure>
  )
})

import {
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars5,
  IconHandStop,
  IconMicrophoneOff,
} from '@tabler/icons-react'
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Calls.module.css'
import { callsText as text } from './calls.text.ts'
import type { Quality } from './quality.ts'

const bars = { good: IconAntennaBars5, fair: IconAntennaBars3, poor: IconAntennaBars2 }

/** Of oneself the picture alone: a sound that is muted is worked on all the same. */
function useShown(given: MediaStream | undefined, isMine: boolean, speaker: string | undefined) {
  const video = useRef<HTMLVideoElement>(null)
  const stream = useMemo(() => {
    if (!isMine || !given) return given
    const pictures = given.getVideoTracks()
    return pictures.length > 0 ? new MediaStream(pictures) : undefined
  }, [given, isMine])
  useEffect(() => {
    const element = video.current
    if (!element || element.srcObject === (stream ?? null)) return
    element.srcObject = stream ?? null
    // Where the page may not make a sound by itself, joining was the touch that allows it.
    if (stream) void element.play().catch(() => {})
  }, [stream])
  useEffect(() => {
    const element = video.current as (HTMLVideoElement & { setSinkId?(id: string): Promise<void> }) | null
    if (speaker !== undefined) void element?.setSinkId?.(speaker).catch(() => {})
  }, [speaker])
  return video
}

const looksAway = (stream: MediaStream | undefined) =>
  stream?.getVideoTracks()[0]?.getSettings().facingMode === 'environment'

/** One person: their picture or, without one, their initials; and how they are doing. */
export const Tile = memo(function Tile({
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
  quality?: Quality | undefined
  /** Where their sound comes out. */
  speaker?: string | undefined
  videoRef?: Ref<HTMLVideoElement | null>
}) {
  const video = useShown(stream, isMine, speaker)
  useImperativeHandle(videoRef, () => video.current as HTMLVideoElement)
  const isDark = isCameraOff || !stream
  // As in a mirror, but not what lies before the camera at the back: there words are to be read.
  const isMirrored = isMine && !isSharing && !looksAway(stream)
  const Bars = quality && bars[quality]
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
      {note && <span className={styles.tileNote}>{note}</span>}
      {isHandUp && (
        <span className={styles.hand}>
          <IconHandStop size={18} role="img" aria-label={text.handUp} />
        </span>
      )}
      <figcaption className={styles.tileName}>
        {isMuted && <IconMicrophoneOff size={14} role="img" aria-label={text.muted} />}
        <span className={styles.tileWords}>{isMine ? text.you : name}</span>
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
      </figcaption>
    </figure>
  )
})

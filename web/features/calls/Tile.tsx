import { IconMicrophoneOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Calls.module.css'
import { callsText as text } from './calls.text.ts'
import type { Quality } from './quality.ts'

/** One person: their picture or, without one, their initials; and how they are doing. */
export function Tile({
  name,
  stream,
  isMine = false,
  isMuted,
  isCameraOff,
  note,
  quality,
}: {
  name: string
  stream?: MediaStream
  isMine?: boolean
  isMuted: boolean
  isCameraOff: boolean
  note?: string
  quality?: Quality
}) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current && video.current.srcObject !== (stream ?? null))
      video.current.srcObject = stream ?? null
  }, [stream])
  return (
    <figure className={styles.tile} aria-label={isMine ? text.you : name}>
      <video
        ref={video}
        className={styles.video}
        data-mine={isMine || undefined}
        data-off={isCameraOff || !stream || undefined}
        autoPlay
        playsInline
        muted={isMine}
      />
      {(isCameraOff || !stream) && (
        <span>
          <PersonAvatar person={{ fullName: name, profileImageUrl: null }} size={72} />
        </span>
      )}
      {note && <span className={styles.tileNote}>{note}</span>}
      <figcaption className={styles.tileName}>
        {isMuted && <IconMicrophoneOff size={14} role="img" aria-label={text.muted} />}
        {isMine ? text.you : name}
        {quality && (
          <span
            className={styles.quality}
            data-quality={quality}
            role="img"
            aria-label={text.quality[quality]}
            title={text.quality[quality]}
          />
        )}
      </figcaption>
    </figure>
  )
}

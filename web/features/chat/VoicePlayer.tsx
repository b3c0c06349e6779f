import { ActionIcon, Loader } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import styles from './Files.module.css'
import { fileText as text } from './file.text.ts'
import type { MessageFileProps } from './MessageFile.tsx'
import { openedFile } from './opened-files.ts'
import { troubleOf } from './use-opened-file.ts'

/** The one that is being heard: another one silences it. */
let heard: HTMLAudioElement | undefined

/** A voice, played in its place. It is fetched when somebody wants to hear it. */
export function VoicePlayer({ groupId, file }: MessageFileProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [url, setUrl] = useState<string>()
  const [state, setState] = useState<'still' | 'coming' | 'playing'>('still')
  const [at, setAt] = useState(0)
  const [trouble, setTrouble] = useState<string>()
  // What was recorded in a browser often does not say how long it is.
  const length = Math.max(file.seconds ?? 0, 1)

  async function play() {
    setTrouble(undefined)
    try {
      if (!url) {
        setState('coming')
        setUrl(await openedFile(groupId, file))
        return
      }
      await audio.current?.play()
    } catch (error) {
      setState('still')
      setTrouble(troubleOf(error))
    }
  }

  useEffect(() => {
    const element = audio.current
    if (!url || !element) return
    element.play().catch(error => {
      setState('still')
      setTrouble(troubleOf(error))
    })
    return () => element.pause()
  }, [url])

  const isPlaying = state === 'playing'
  return (
    <span className={styles.whole}>
      <span className={styles.voice}>
        <ActionIcon
          radius="xl"
          size={40}
          variant="white"
          aria-label={isPlaying ? text.pause : text.play}
          onClick={() => (isPlaying ? audio.current?.pause() : void play())}
        >
          {state === 'coming' && <Loader size={18} />}
          {state === 'still' && <IconPlayerPlayFilled size={18} aria-hidden />}
          {isPlaying && <IconPlayerPauseFilled size={18} aria-hidden />}
        </ActionIcon>
        <input
          type="range"
          className={styles.voiceLine}
          style={{ '--heard': `${(at / Math.max(length, 0.1)) * 100}%` } as CSSProperties}
          aria-label={text.position}
          aria-valuetext={text.clock(at)}
          min={0}
          max={length}
          step={0.1}
          value={Math.min(at, length)}
          disabled={!url}
          onChange={({ currentTarget }) => {
            if (audio.current) audio.current.currentTime = Number(currentTarget.value)
          }}
        />
        <span className={styles.voiceTime}>{text.clock(at > 0 ? at : length)}</span>
      </span>
      {trouble && (
        <span className={styles.lost} role="alert">
          {trouble}
        </span>
      )}
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written down what somebody just said
        <audio
          ref={audio}
          src={url}
          onPlay={({ currentTarget }) => {
            if (heard !== currentTarget) heard?.pause()
            heard = currentTarget
            setState('playing')
          }}
          onPause={() => setState('still')}
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onEnded={() => setAt(0)}
        />
      )}
    </span>
  )
}

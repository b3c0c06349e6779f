import { ActionIcon, Box, Flex, Loader } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { fileText as text } from '#texts/chat-files.ts'
import styles from './Files.module.css'
import { loadFileObjectUrl } from './file-object-urls.ts'
import { formatClock } from './format-clock.ts'
import type { MessageFileProps } from './MessageAttachment.tsx'
import { describeFileDecryptionError } from './use-decrypted-file-url.ts'

/** Audio element of the voice message now playing. Starting another voice message pauses it. */
let playingAudio: HTMLAudioElement | undefined

/** Player for a voice message. The audio is downloaded when the user presses play. */
export function VoiceMessagePlayer({ groupId, file }: MessageFileProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [url, setUrl] = useState<string>()
  const [state, setState] = useState<'still' | 'coming' | 'playing'>('still')
  const [position, setPosition] = useState(0)
  const [errorText, setErrorText] = useState<string>()
  // Audio recorded by MediaRecorder often lacks a duration, so the duration sent with the message is used.
  const duration = Math.max(file.seconds ?? 0, 1)

  async function playVoiceMessage() {
    setErrorText(undefined)
    try {
      if (!url) {
        setState('coming')
        setUrl(await loadFileObjectUrl(groupId, file))
        return
      }
      await audio.current?.play()
    } catch (error) {
      setState('still')
      setErrorText(describeFileDecryptionError(error))
    }
  }

  useEffect(() => {
    const element = audio.current
    if (!url || !element) return
    element.play().catch(error => {
      setState('still')
      setErrorText(describeFileDecryptionError(error))
    })
    return () => element.pause()
  }, [url])

  const isPlaying = state === 'playing'
  return (
    <Box component="span" display="block" mt={2} mb={4}>
      <Flex component="span" gap={10} align="center" w={250} maw="100%">
        <ActionIcon
          radius="xl"
          size={40}
          variant="white"
          aria-label={isPlaying ? text.pause : text.play}
          onClick={() => (isPlaying ? audio.current?.pause() : void playVoiceMessage())}
        >
          {state === 'coming' && <Loader size={18} />}
          {state === 'still' && <IconPlayerPlayFilled size={18} aria-hidden />}
          {isPlaying && <IconPlayerPauseFilled size={18} aria-hidden />}
        </ActionIcon>
        <input
          type="range"
          className={styles.voiceLine}
          style={{ '--heard': `${(position / Math.max(duration, 0.1)) * 100}%` } as CSSProperties}
          aria-label={text.position}
          aria-valuetext={formatClock(position)}
          min={0}
          max={duration}
          step={0.1}
          value={Math.min(position, duration)}
          disabled={!url}
          onChange={({ currentTarget }) => {
            if (audio.current) audio.current.currentTime = Number(currentTarget.value)
          }}
        />
        <Box component="span" fz={12} className="tabular">
          {formatClock(position > 0 ? position : duration)}
        </Box>
      </Flex>
      {errorText && (
        <span className={styles.lost} role="alert">
          {errorText}
        </span>
      )}
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: voice messages have no captions
        <audio
          ref={audio}
          src={url}
          onPlay={({ currentTarget }) => {
            if (playingAudio !== currentTarget) playingAudio?.pause()
            playingAudio = currentTarget
            setState('playing')
          }}
          onPause={() => setState('still')}
          onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
          onEnded={() => setPosition(0)}
        />
      )}
    </Box>
  )
}

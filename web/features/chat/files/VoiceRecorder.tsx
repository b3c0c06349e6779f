import { ActionIcon, Box, Group, Text } from '@mantine/core'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fileText as text } from '#texts/chat-files.ts'
import styles from './Files.module.css'
import { formatClock } from './format-clock.ts'
import { maxRecordingSeconds, startVoiceRecording, type VoiceRecording } from './voice-recording.ts'

/** Voice recorder that replaces the message input while the user records. */
export function VoiceRecorder({
  onDone,
  onStop,
}: {
  onDone: (voice: Blob, seconds: number) => void
  onStop: () => void
}) {
  const recording = useRef<VoiceRecording>(undefined)
  const [seconds, setSeconds] = useState(0)
  const [phase, setPhase] = useState<'starting' | 'running' | 'full' | 'failed'>('starting')
  useEffect(() => {
    let isUnmounted = false
    startVoiceRecording(() => setPhase('full')).then(
      started => {
        if (isUnmounted) return started.cancel()
        recording.current = started
        setPhase('running')
      },
      () => !isUnmounted && setPhase('failed'),
    )
    const timer = setInterval(() => setSeconds(recording.current?.seconds() ?? 0), 250)
    return () => {
      isUnmounted = true
      clearInterval(timer)
      recording.current?.cancel()
    }
  }, [])
  async function stopAndSendRecording() {
    const result = await recording.current?.finish()
    if (result) onDone(result.voice, result.seconds)
  }
  return (
    <Group gap={12} wrap="nowrap" mih={36}>
      <ActionIcon variant="subtle" color="red" size={36} aria-label={text.stopRecording} onClick={onStop}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      {phase === 'failed' ? (
        <Text size="sm" role="alert" className={styles.recorderWords}>
          {text.noMicrophone}
        </Text>
      ) : (
        <span className={styles.recorderWords}>
          <Box
            component="span"
            w={12}
            h={12}
            bdrs="50%"
            bg="var(--mantine-color-error)"
            className={styles.recorderDot}
            data-running={phase === 'running' || undefined}
            aria-hidden
          />
          <span role="status" className={styles.unseen}>
            {text.recording}
          </span>
          {`${formatClock(seconds)} / ${formatClock(maxRecordingSeconds)}`}
        </span>
      )}
      <ActionIcon
        size={36}
        aria-label={text.sendRecording}
        disabled={phase === 'starting' || phase === 'failed'}
        onClick={stopAndSendRecording}
      >
        <IconSend size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

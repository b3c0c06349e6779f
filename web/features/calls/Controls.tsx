import { ActionIcon, Group } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff, IconPhoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react'
import { callsText as text } from './calls.text.ts'

export function Controls({
  isMuted,
  isCameraOff,
  onMuted,
  onCameraOff,
  onEnd,
}: {
  isMuted: boolean
  isCameraOff: boolean
  onMuted: (isMuted: boolean) => void
  onCameraOff: (isCameraOff: boolean) => void
  onEnd?: () => void
}) {
  return (
    <Group justify="center" gap="md">
      <ActionIcon
        size={48}
        radius="xl"
        variant={isMuted ? 'filled' : 'default'}
        color="gray"
        aria-label={isMuted ? text.unmute : text.mute}
        onClick={() => onMuted(!isMuted)}
      >
        {isMuted ? <IconMicrophoneOff size={22} aria-hidden /> : <IconMicrophone size={22} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        size={48}
        radius="xl"
        variant={isCameraOff ? 'filled' : 'default'}
        color="gray"
        aria-label={isCameraOff ? text.cameraOn : text.cameraOff}
        onClick={() => onCameraOff(!isCameraOff)}
      >
        {isCameraOff ? <IconVideoOff size={22} aria-hidden /> : <IconVideo size={22} aria-hidden />}
      </ActionIcon>
      {onEnd && (
        <ActionIcon size={48} radius="xl" color="red" variant="filled" aria-label={text.end} onClick={onEnd}>
          <IconPhoneOff size={22} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { callsText as text } from '#texts/calls.ts'
import type { OwnMedia } from '#web/features/calls/media/own-media.ts'
import { useStoreState } from '#web/lib/state/store.ts'

/** Round button for the controls of a call, large enough for touch. */
export function RoundCallControlButton({
  label,
  isOn = false,
  isExpanded,
  color = 'gray',
  onClick,
  children,
  ...rest
}: Pick<ActionIconProps, 'className'> & {
  label: string
  /** Whether the call control is highlighted because it differs from its default, such as a muted microphone. */
  isOn?: boolean
  /** Value of aria-expanded, for a call control that opens a panel. */
  isExpanded?: boolean
  color?: string
  onClick?: () => void
  children: ReactNode
}) {
  return (
    <ActionIcon
      size={46}
      radius="xl"
      variant={isOn ? 'filled' : 'default'}
      color={color}
      aria-label={label}
      title={label}
      aria-expanded={isExpanded}
      onClick={onClick}
      {...rest}
    >
      {children}
    </ActionIcon>
  )
}

export function MicrophoneSwitch({ media }: { media: OwnMedia }) {
  const { isMuted } = useStoreState(media)
  return (
    <RoundCallControlButton
      label={isMuted ? text.unmute : text.mute}
      isOn={isMuted}
      onClick={() => media.setMuted(!isMuted)}
    >
      {isMuted ? <IconMicrophoneOff size={22} aria-hidden /> : <IconMicrophone size={22} aria-hidden />}
    </RoundCallControlButton>
  )
}

export function CameraOnOffButton({ media }: { media: OwnMedia }) {
  const { isCameraOff, isSharing } = useStoreState(media)
  const isOff = isCameraOff || isSharing
  return (
    <RoundCallControlButton
      label={isOff ? text.cameraOn : text.cameraOff}
      isOn={isOff}
      onClick={() =>
        void (isSharing
          ? media.shareScreen(false).then(() => media.setCameraOff(false))
          : media.setCameraOff(!isCameraOff))
      }
    >
      {isOff ? <IconVideoOff size={22} aria-hidden /> : <IconVideo size={22} aria-hidden />}
    </RoundCallControlButton>
  )
}

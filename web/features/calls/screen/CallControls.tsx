import '@mantine/core/styles/Menu.css'
import { ActionIcon, Group, Menu } from '@mantine/core'
import {
  IconCameraRotate,
  IconDots,
  IconHandStop,
  IconMessage,
  IconPhoneOff,
  IconPictureInPictureTop,
  IconScreenShare,
  IconScreenShareOff,
  IconSettings,
  IconShieldLock,
} from '@tabler/icons-react'
import { callsText as text } from '#texts/calls.ts'
import styles from '#web/features/calls/Calls.module.css'
import { canShareScreen } from '#web/features/calls/media/media-devices.ts'
import type { CallSession } from '#web/features/calls/session/call-session.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { CameraOnOffButton, MicrophoneSwitch, RoundCallControlButton } from './MediaSwitches.tsx'

export type CallPanel = 'devices' | 'privacy'

interface MoreProps {
  session: CallSession
  isMenuOpen: boolean
  onMenu: (isOpen: boolean) => void
  onPanel: (panel: CallPanel) => void
  onPicture?: () => void
}

/** Menu of the less frequent call actions, because a phone has no room for a button for each action. */
function MoreCallActionsMenu({ session, isMenuOpen, onMenu, onPanel, onPicture }: MoreProps) {
  const { media } = session
  const { devices, isSharing, isCameraOff } = useStoreState(media)
  const items = [
    !media.isAudioOnly &&
      devices.cameras.length > 1 &&
      !isCameraOff &&
      !isSharing && {
        label: text.turnCamera,
        Icon: IconCameraRotate,
        run: () => void media.switchCamera(),
      },
    !media.isAudioOnly &&
      canShareScreen() && {
        label: isSharing ? text.stopSharing : text.share,
        Icon: isSharing ? IconScreenShareOff : IconScreenShare,
        run: () => void media.shareScreen(!isSharing),
      },
    onPicture && { label: text.pictureInPicture, Icon: IconPictureInPictureTop, run: onPicture },
    { label: text.devices, Icon: IconSettings, run: () => onPanel('devices') },
    { label: text.privacy, Icon: IconShieldLock, run: () => onPanel('privacy') },
  ].filter(item => item !== false && item !== undefined)
  return (
    <Menu position="top" withinPortal opened={isMenuOpen} onChange={onMenu}>
      <Menu.Target>
        <ActionIcon size={46} radius="xl" variant="default" aria-label={text.more} title={text.more}>
          <IconDots size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, Icon, run }) => (
          <Menu.Item
            key={label}
            className={styles.word}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function EndCallButton({ onEnd }: { onEnd: () => void }) {
  return (
    <RoundCallControlButton label={text.end} isOn color="red" onClick={onEnd}>
      <IconPhoneOff size={22} aria-hidden />
    </RoundCallControlButton>
  )
}

/** Row of the main call controls at the bottom of the screen. */
export function CallControls({
  onChat,
  onEnd,
  ...more
}: MoreProps & { onChat: () => void; onEnd: () => void }) {
  const { session } = more
  const { isHandUp } = useStoreState(session)
  return (
    <Group component="fieldset" aria-label={text.controls} className={styles.controls}>
      <MicrophoneSwitch media={session.media} />
      {!session.media.isAudioOnly && <CameraOnOffButton media={session.media} />}
      <RoundCallControlButton
        label={isHandUp ? text.lowerHand : text.raiseHand}
        isOn={isHandUp}
        color={isHandUp ? 'emas.9' : 'gray'}
        onClick={() => session.setHandUp(!isHandUp)}
      >
        <IconHandStop size={22} aria-hidden />
      </RoundCallControlButton>
      <RoundCallControlButton label={text.chat} onClick={onChat}>
        <IconMessage size={22} aria-hidden />
      </RoundCallControlButton>
      <MoreCallActionsMenu {...more} />
      <EndCallButton onEnd={onEnd} />
    </Group>
  )
}

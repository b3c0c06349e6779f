import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readCallConnectionInfo } from '#shared/contracts/calls/calls.endpoints.ts'
import { type Call, maxMeshParticipants } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#texts/calls.ts'
import styles from '#web/features/calls/Calls.module.css'
import { canEncryptFrames } from '#web/features/calls/forwarding/forwarder-connection.ts'
import type { OwnMedia } from '#web/features/calls/media/own-media.ts'
import { buildQueryOptions, getErrorMessageForUser } from '#web/lib/http/api.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { CallDevicePicker } from './CallDevicePicker.tsx'
import { CallPrivacyNotice } from './CallPrivacyNotice.tsx'
import { CameraOnOffButton, MicrophoneSwitch, RoundCallControlButton } from './MediaSwitches.tsx'
import { ParticipantTile } from './ParticipantTile.tsx'

/** Preview of the user's camera and microphone before joining a call, with the call's privacy notes. */
export function CameraAndMicrophonePreview({
  name,
  media,
  group,
  running,
  error,
  isEntering,
  onEnter,
  onCancel,
}: {
  name: string
  media: OwnMedia
  group: GroupRow
  /** The group's running call, which the user joins; undefined if the user starts a new call. */
  running?: Call | undefined
  error?: Error
  isEntering: boolean
  onEnter: () => void
  onCancel: () => void
}) {
  const own = useStoreState(media)
  const [isChoosing, setChoosing] = useState(false)
  const ways = useQuery(buildQueryOptions(readCallConnectionInfo)).data
  const isLarge = group.memberCount > maxMeshParticipants
  const isForwarded =
    running?.isForwarded ??
    (isLarge && ways !== undefined && ways.most > maxMeshParticipants && canEncryptFrames())
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {media.isAudioOnly ? text.previewAudio : text.preview}
      </Text>
      <div className={styles.preview} data-audio={media.isAudioOnly || undefined}>
        <ParticipantTile
          name={name}
          isMine
          isMuted={own.isMuted}
          isCameraOff={own.isCameraOff}
          stream={own.stream}
        />
      </div>
      {own.error && <Alert color="red">{own.isOpen ? text.deviceFailed : text.noDevices}</Alert>}
      {error && (
        <Alert color="red" role="alert">
          {getErrorMessageForUser(error, error.message || text.failed)}
        </Alert>
      )}
      <Group justify="center" gap="md">
        <MicrophoneSwitch media={media} />
        {!media.isAudioOnly && <CameraOnOffButton media={media} />}
        {own.isOpen && (
          <RoundCallControlButton
            label={text.devices}
            isExpanded={isChoosing}
            onClick={() => setChoosing(!isChoosing)}
          >
            <IconSettings size={22} aria-hidden />
          </RoundCallControlButton>
        )}
      </Group>
      {own.isOpen && isChoosing && <CallDevicePicker media={media} />}
      {ways && isLarge && !isForwarded && (
        <Text size="sm">{ways.most > maxMeshParticipants ? text.sixOnlyHere : text.sixOnly}</Text>
      )}
      <CallPrivacyNotice {...(ways && { isRelayOnly: ways.isRelayOnly })} isForwarded={isForwarded} />
      <Group justify="flex-end" className={styles.previewFoot}>
        <Button h={44} variant="default" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button h={44} loading={isEntering} disabled={!own.isOpen} onClick={onEnter}>
          {running ? text.joinNow : text.startNow}
        </Button>
      </Group>
    </Stack>
  )
}

import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Call } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#texts/calls.ts'
import { joinOrStartCall, loadKeysForCallOrThrow } from '#web/features/calls/join-or-start-call.ts'
import { OwnMedia } from '#web/features/calls/media/own-media.ts'
import type { CallSession } from '#web/features/calls/session/call-session.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { CameraAndMicrophonePreview } from './CameraAndMicrophonePreview.tsx'
import { RunningCallScreen } from './RunningCallScreen.tsx'
import { useBackButtonHandler } from './use-back-button-handler.ts'

/**
 * Checks the encryption keys before the camera opens. Returns true, or the error because of which the call cannot
 * start.
 */
function useKeysForCall(group: GroupRow, myId: number): true | Error | undefined {
  const [result, setResult] = useState<true | Error>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each call dialog shows one group for its whole life
  useEffect(() => {
    let isCancelled = false
    const setKeyResult = (outcome: true | Error) => !isCancelled && setResult(outcome)
    loadKeysForCallOrThrow(group, myId).then(() => setKeyResult(true), setKeyResult)
    return () => {
      isCancelled = true
    }
  }, [group.id, myId])
  return result
}

/** Opens camera and microphone once for preview and call, and stops them when the dialog unmounts. */
function useOwnMedia(isAudioOnly: boolean, canCall: boolean): OwnMedia | undefined {
  const [media, setMedia] = useState<OwnMedia>()
  // A layout effect opens the media before the browser paints, so that the call dialog never appears empty.
  useLayoutEffect(() => {
    if (!canCall) return
    const ownMedia = new OwnMedia(isAudioOnly)
    setMedia(ownMedia)
    void ownMedia.open()
    return () => ownMedia.stop()
  }, [isAudioOnly, canCall])
  return media
}

/** Dialog of a call, from the preview to the end screen. Closing the dialog leaves the call. */
export function CallDialog({
  group,
  me,
  isAudioOnly,
  running,
  onChat,
  onClose,
}: {
  group: GroupRow
  me: { id: number; fullName: string }
  isAudioOnly: boolean
  running?: Call | undefined
  onChat: () => void
  onClose: () => void
}) {
  const keys = useKeysForCall(group, me.id)
  const media = useOwnMedia(isAudioOnly, keys === true)
  const [entered, setEntered] = useState<{ session: CallSession; isRelayOnly: boolean }>()
  const [isEntering, setEntering] = useState(false)
  const [error, setError] = useState<Error>()
  const isUnmounted = useRef(false)
  const sessionRef = useRef<CallSession>(undefined)
  // Unmounting the dialog for any reason leaves the call, so that no call runs invisibly.
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      void sessionRef.current?.leave()
    }
  }, [])

  async function enterCall(): Promise<void> {
    if (!media) return
    setEntering(true)
    try {
      const joined = await joinOrStartCall(group, me.id, media)
      sessionRef.current = joined.session
      if (isUnmounted.current) await joined.session.leave()
      setEntered(joined)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setEntering(false)
    }
  }

  useBackButtonHandler(entered ? undefined : onClose)
  const title = `${isAudioOnly ? text.audioTitle : text.title} · ${group.name}`
  if (entered) {
    return (
      <RunningCallScreen
        title={title}
        group={group}
        session={entered.session}
        me={me}
        isRelayOnly={entered.isRelayOnly}
        onChat={onChat}
        onEnd={onClose}
      />
    )
  }
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={title}>
      {keys === undefined && (
        <Group role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{text.checkingKeys}</Text>
        </Group>
      )}
      {keys instanceof Error && (
        <Stack>
          <Alert color="red" role="alert">
            {getErrorMessageForUser(keys, keys.message || text.failed)}
          </Alert>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {text.close}
            </Button>
          </Group>
        </Stack>
      )}
      {media && (
        <CameraAndMicrophonePreview
          name={me.fullName}
          media={media}
          group={group}
          running={running}
          isEntering={isEntering}
          {...(error && { error })}
          onEnter={() => void enterCall()}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

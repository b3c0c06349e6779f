import { Modal } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Call } from '#shared/contracts/calls/calls.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#web/features/calls/calls.text.ts'
import { enterCall } from '#web/features/calls/enter-call.ts'
import { OwnMedia } from '#web/features/calls/media/own-media.ts'
import type { CallSession } from '#web/features/calls/session/call-session.ts'
import { CallPreview } from './CallPreview.tsx'
import { CallStage } from './CallStage.tsx'
import { useBackButton } from './use-back-button.ts'

/** Opens camera and microphone once for preview and call, and stops them when the dialog unmounts. */
function useOwnMedia(isAudioOnly: boolean): OwnMedia | undefined {
  const [media, setMedia] = useState<OwnMedia>()
  // The call's media are opened in a layout effect, which runs before paint, so the dialog is never shown empty.
  useLayoutEffect(() => {
    const ownMedia = new OwnMedia(isAudioOnly)
    setMedia(ownMedia)
    void ownMedia.open()
    return () => ownMedia.stop()
  }, [isAudioOnly])
  return media
}

/** Dialog of a call, from the preview to the end. Closing the dialog leaves the call. */
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
  const media = useOwnMedia(isAudioOnly)
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

  async function enter(): Promise<void> {
    if (!media) return
    setEntering(true)
    try {
      const joined = await enterCall(group, me.id, media)
      sessionRef.current = joined.session
      if (isUnmounted.current) await joined.session.leave()
      setEntered(joined)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setEntering(false)
    }
  }

  useBackButton(entered ? undefined : onClose)
  const title = `${isAudioOnly ? text.audioTitle : text.title} · ${group.name}`
  if (entered) {
    return (
      <CallStage
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
      {media && (
        <CallPreview
          name={me.fullName}
          media={media}
          group={group}
          running={running}
          isEntering={isEntering}
          {...(error && { error })}
          onEnter={() => void enter()}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

import { Modal } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Call } from '#shared/contracts/calls.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { CallPreview } from './CallPreview.tsx'
import { CallStage } from './CallStage.tsx'
import type { CallSession } from './call-session.ts'
import { callsText as text } from './calls.text.ts'
import { enterCall } from './enter-call.ts'
import { OwnMedia } from './own-media.ts'
import { useBack } from './use-back.ts'

/** Opened once for the preview, taken along into the call; whatever takes both away lets go of camera and microphone. */
function useOwnMedia(isAudioOnly: boolean): OwnMedia | undefined {
  const [media, setMedia] = useState<OwnMedia>()
  // Before it is painted: the dialog would be empty for a moment.
  useLayoutEffect(() => {
    const made = new OwnMedia(isAudioOnly)
    setMedia(made)
    void made.open()
    return () => made.stop()
  }, [isAudioOnly])
  return media
}

/** From the preview to the end; closing it leaves the call. */
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
  const isGone = useRef(false)
  const inside = useRef<CallSession>(undefined)
  // Whatever takes the dialog away, the person is no longer in a call that nobody sees.
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      void inside.current?.leave()
    }
  }, [])

  async function enter(): Promise<void> {
    if (!media) return
    setEntering(true)
    try {
      const made = await enterCall(group, me.id, media)
      inside.current = made.session
      if (isGone.current) await made.session.leave()
      setEntered(made)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setEntering(false)
    }
  }

  useBack(entered ? undefined : onClose)
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

import { Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { CallPreview } from './CallPreview.tsx'
import { CallScreen } from './CallScreen.tsx'
import { callsText as text } from './calls.text.ts'
import { type Entered, enterCall } from './enter-call.ts'

/** Whoever began it says in the conversation what became of it, once it is over. */
function noteWhenOver({ session, note }: Entered, myId: number): void {
  const began = Date.now()
  let wasAnswered = false
  const stop = session.subscribe(() => {
    const { others, ending, call } = session.get()
    if (others.length > 0) wasAnswered = true
    if (!ending) return
    stop()
    if (call.startedBy !== myId || ending === 'forged') return
    const minutes = Math.floor((Date.now() - began) / 60_000)
    note(wasAnswered ? text.took(minutes) : text.missed).catch(() => {})
  })
}

/** From the preview to the end; closing it leaves the call. */
export function CallDialog({
  group,
  me,
  isRunning,
  onClose,
}: {
  group: GroupRow
  me: { id: number; fullName: string }
  isRunning: boolean
  onClose: () => void
}) {
  const [entered, setEntered] = useState<Entered>()
  const [isEntering, setEntering] = useState(false)
  const [error, setError] = useState<Error>()
  const isGone = useRef(false)
  const inside = useRef<Entered>(undefined)
  // Whatever takes the dialog away, the person is no longer in a call that nobody sees.
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      void inside.current?.session.leave()
    }
  }, [])

  async function enter(stream: MediaStream): Promise<boolean> {
    setEntering(true)
    try {
      const made = await enterCall(group, me.id, stream)
      inside.current = made
      noteWhenOver(made, me.id)
      if (isGone.current) await made.session.leave()
      setEntered(made)
      return true
    } catch (failure) {
      if (isGone.current) for (const track of stream.getTracks()) track.stop()
      setError(failure as Error)
      return false
    } finally {
      setEntering(false)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size={entered ? 'xl' : 'md'}
      title={`${text.title} · ${group.name}`}
    >
      {entered ? (
        <CallScreen
          session={entered.session}
          myName={me.fullName}
          isRelayOnly={entered.isRelayOnly}
          onEnd={onClose}
        />
      ) : (
        <CallPreview
          name={me.fullName}
          isRunning={isRunning}
          isEntering={isEntering}
          {...(error && { error })}
          onEnter={enter}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

import { Modal } from '@mantine/core'
import { useState } from 'react'
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

  async function enter(stream: MediaStream): Promise<void> {
    setEntering(true)
    try {
      const made = await enterCall(group, me.id, stream)
      noteWhenOver(made, me.id)
      setEntered(made)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setEntering(false)
    }
  }

  async function leave(): Promise<void> {
    onClose()
    await entered?.session.leave()
  }

  return (
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={false}
      size={entered ? 'xl' : 'md'}
      title={`${text.title} · ${group.name}`}
    >
      {entered ? (
        <CallScreen
          session={entered.session}
          myName={me.fullName}
          isRelayOnly={entered.isRelayOnly}
          onEnd={leave}
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

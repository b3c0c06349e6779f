import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { callsText as text } from '#texts/calls.ts'
import type { CallSession } from '#web/features/calls/session/call-session.ts'
import type { RemoteParticipant } from '#web/features/calls/session/call-state.ts'
import { useStoreState } from '#web/lib/state/store.ts'

const connectTimeout = 20_000

/** Returns the call participants to whom no connection exists 20 seconds after they joined. */
function useUnreachedParticipants(others: RemoteParticipant[]): RemoteParticipant[] {
  const waiting = others.filter(({ connection }) => connection !== 'connected')
  const names = waiting.map(({ userId }) => userId).join()
  const [lateNames, setLate] = useState('')
  useEffect(() => {
    if (!names) return
    const timer = setTimeout(() => setLate(names), connectTimeout)
    return () => clearTimeout(timer)
  }, [names])
  return names && lateNames === names ? waiting : []
}

/** Warnings during a call: server unreachable, device failure, participants without a connection. */
export function CallWarnings({ session }: { session: CallSession }) {
  const { others, cutOff } = useStoreState(session)
  const { error } = useStoreState(session.media)
  // While the server is unreachable, no participant counts as missing: this device may be offline.
  const unreached = useUnreachedParticipants(cutOff ? [] : others)
  return (
    <>
      {cutOff && (
        <Alert color="yellow" role="alert">
          {text.cutOff[cutOff]}
        </Alert>
      )}
      {error && <Alert color="yellow">{text.deviceFailed}</Alert>}
      {unreached.map(({ userId, fullName }) => (
        <Alert key={userId} color="yellow" role="alert">
          {text.noPath({ name: fullName })}
        </Alert>
      ))}
    </>
  )
}

import { Alert, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from '#web/lib/store.ts'
import styles from './Calls.module.css'
import { Controls } from './Controls.tsx'
import type { CallSession, CallState, Other } from './call-session.ts'
import { callsText as text } from './calls.text.ts'
import { Privacy } from './Privacy.tsx'
import { Tile } from './Tile.tsx'

const patience = 20_000

function noteFor({ connection, stream }: Other): string | undefined {
  if (connection === 'connected') return undefined
  return stream ? text.reconnecting : text.connecting
}

/** Whoever has not been reached after a while cannot be, over these networks. */
function useUnreached(others: Other[]): Other[] {
  const waiting = others.filter(({ connection }) => connection !== 'connected')
  const names = waiting.map(({ userId }) => userId).join()
  const [late, setLate] = useState('')
  useEffect(() => {
    if (!names) return
    const timer = setTimeout(() => setLate(names), patience)
    return () => clearTimeout(timer)
  }, [names])
  return late === names ? waiting : []
}

function Ended({ state }: { state: CallState }) {
  if (!state.ending) return null
  return (
    <Alert color={state.ending === 'forged' ? 'red' : 'gray'} role="alert">
      {text.endings[state.ending]}
    </Alert>
  )
}

export function CallScreen({
  session,
  myName,
  isRelayOnly,
  onEnd,
}: {
  session: CallSession
  myName: string
  isRelayOnly: boolean
  onEnd: () => void
}) {
  const state = useStore(session)
  const unreached = useUnreached(state.others)
  if (state.ending) return <Ended state={state} />
  return (
    <Stack>
      {state.isCutOff && <Alert color="yellow">{text.cutOff}</Alert>}
      {unreached.map(({ userId, fullName }) => (
        <Alert key={userId} color="yellow" role="alert">
          {text.noPath(fullName)}
        </Alert>
      ))}
      <div className={styles.tiles} data-count={Math.max(2, state.others.length + 1)}>
        {state.others.map(one => (
          <Tile
            key={`${one.userId}.${one.dev}`}
            name={one.fullName}
            isMuted={one.isMuted}
            isCameraOff={one.isCameraOff}
            {...(one.stream && { stream: one.stream })}
            {...(noteFor(one) && { note: noteFor(one) })}
            {...(one.quality && { quality: one.quality })}
          />
        ))}
        {state.others.length === 0 && (
          <div className={styles.tile}>
            <Text className={styles.tileNote} role="status">
              {text.ringing}
            </Text>
          </div>
        )}
        <Tile
          name={myName}
          isMine
          stream={session.stream}
          isMuted={state.isMuted}
          isCameraOff={state.isCameraOff}
        />
      </div>
      <Controls
        isMuted={state.isMuted}
        isCameraOff={state.isCameraOff}
        onMuted={isMuted => session.setMuted(isMuted)}
        onCameraOff={isCameraOff => session.setCameraOff(isCameraOff)}
        onEnd={onEnd}
      />
      <Privacy isRelayOnly={isRelayOnly} />
    </Stack>
  )
}

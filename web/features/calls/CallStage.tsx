import { ActionIcon, Alert, Button, FocusTrap, Group, Modal, Text } from '@mantine/core'
import { IconChevronDown, IconMaximize } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { useStore } from '#web/lib/store.ts'
import { useAwake } from '#web/lib/use-awake.ts'
import styles from './Calls.module.css'
import { Clock } from './Clock.tsx'
import { Controls, EndButton, type Panel } from './Controls.tsx'
import type { CallSession, Other } from './call-session.ts'
import { calls } from './calls.store.ts'
import { callsText as text } from './calls.text.ts'
import { DeviceChoice } from './DeviceChoice.tsx'
import { Ended } from './Ended.tsx'
import { MicrophoneSwitch } from './OwnSwitches.tsx'
import { Privacy } from './Privacy.tsx'
import { ring } from './ring-tone.ts'
import { Tiles } from './Tiles.tsx'
import { useBack } from './use-back.ts'

const patience = 20_000

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
  return names && late === names ? waiting : []
}

function Troubles({ session }: { session: CallSession }) {
  const { others, cutOff } = useStore(session)
  const { error } = useStore(session.media)
  // While the server is not reached, the network of this device is the reason.
  const unreached = useUnreached(cutOff ? [] : others)
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
          {text.noPath(fullName)}
        </Alert>
      ))}
    </>
  )
}

/** The rest of the program makes room for it. */
function useRoomBeside(isBeside: boolean): void {
  useEffect(() => {
    if (!isBeside) return
    const root = document.documentElement
    root.dataset.call = 'beside'
    return () => {
      delete root.dataset.call
    }
  }, [isBeside])
}

/** Also where the focus was lost with what it was on: a button that went with another call, for one. */
function useLostEscape(onEscape: (() => void) | undefined): void {
  useEffect(() => {
    if (!onEscape) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && document.activeElement === document.body) onEscape()
    }
    // As early as dialogs hear it: one that this very key closes is not followed by the question.
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [onEscape])
}

function EndQuestion({ onStay, onSmall, onEnd }: Record<'onStay' | 'onSmall' | 'onEnd', () => void>) {
  return (
    <Modal opened centered onClose={onStay} title={text.endQuestion} size="sm">
      <Text size="sm" mb="md">
        {text.endHint}
      </Text>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onSmall}>
          {text.minimise}
        </Button>
        <Button color="red" data-autofocus onClick={onEnd}>
          {text.end}
        </Button>
      </Group>
    </Modal>
  )
}

const pictureOf = (video: HTMLVideoElement | null) =>
  video && document.pictureInPictureEnabled
    ? () => void video.requestPictureInPicture().catch(() => {})
    : undefined

/** A call that goes on: over everything, in a corner, or beside. However it is shown, it stays the same. */
export function CallStage({
  title,
  group,
  session,
  me,
  isRelayOnly,
  onChat,
  onEnd,
}: {
  title: string
  group: GroupRow
  session: CallSession
  me: { fullName: string }
  isRelayOnly: boolean
  onChat: () => void
  onEnd: () => void
}) {
  const { view } = useStore(calls)
  const { call, ending, others, talkingSince } = useStore(session)
  const [isAsking, setAsking] = useState(false)
  const [panel, setPanel] = useState<Panel>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [large, setLarge] = useState<HTMLVideoElement | null>(null)
  const stage = useRef<HTMLElement>(null)
  useAwake()
  useRoomBeside(view === 'beside' && !ending)
  const isCalling = !ending && !talkingSince && !call.answeredAt
  useEffect(() => (isCalling ? ring('outgoing') : undefined), [isCalling])
  const isFull = view === 'full'
  const picture = others.length > 0 && !call.isAudioOnly ? pictureOf(large) : undefined
  const small = () => {
    setAsking(false)
    calls.show('corner')
  }
  const closeTop = isMenuOpen
    ? () => setMenuOpen(false)
    : panel
      ? () => setPanel(undefined)
      : isAsking
        ? () => setAsking(false)
        : undefined
  useBack(ending ? onEnd : isFull ? (closeTop ?? small) : undefined)
  const ask = useCallback(() => setAsking(true), [])
  useLostEscape(isFull && !ending && !closeTop ? ask : undefined)
  const chat = () => {
    calls.show(matchMedia('(min-width: 62em)').matches ? 'beside' : 'corner')
    onChat()
  }
  const onKey = (event: KeyboardEvent) => {
    // The menu is drawn outside the stage, but its key events bubble here: the key that closes it does nothing else.
    if (event.key === 'Escape' && isFull && !closeTop && !event.defaultPrevented) ask()
  }
  if (ending) {
    return <Ended title={title} group={group} session={session} onClose={onEnd} />
  }
  return (
    <FocusTrap active={isFull}>
      <section
        ref={stage}
        className={styles.stage}
        data-view={view}
        role="dialog"
        aria-label={title}
        aria-modal={isFull || undefined}
        tabIndex={-1}
        onKeyDown={onKey}
      >
        <div className={styles.bar}>
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={isFull ? text.minimise : text.maximise}
            title={isFull ? text.minimise : text.maximise}
            onClick={() => calls.show(isFull ? 'corner' : 'full')}
          >
            {isFull ? <IconChevronDown size={22} aria-hidden /> : <IconMaximize size={20} aria-hidden />}
          </ActionIcon>
          <Text className={styles.barName} fw={600}>
            {group.name}
          </Text>
          {talkingSince && <Clock since={talkingSince} />}
        </div>
        <div className={styles.troubles}>
          <Troubles session={session} />
        </div>
        <Tiles session={session} group={group} myName={me.fullName} largeRef={setLarge} />
        {view === 'corner' ? (
          <div className={styles.controls}>
            <MicrophoneSwitch media={session.media} />
            <EndButton onEnd={onEnd} />
          </div>
        ) : (
          <Controls
            session={session}
            onChat={chat}
            onPanel={setPanel}
            isMenuOpen={isMenuOpen}
            onMenu={setMenuOpen}
            {...(picture && { onPicture: picture })}
            onEnd={onEnd}
          />
        )}
      </section>
      {isAsking && <EndQuestion onStay={() => setAsking(false)} onSmall={small} onEnd={onEnd} />}
      {panel && (
        <Modal
          opened
          onClose={() => setPanel(undefined)}
          title={panel === 'devices' ? text.devices : text.privacy}
        >
          {panel === 'devices' ? (
            <DeviceChoice media={session.media} />
          ) : (
            <Privacy isRelayOnly={isRelayOnly} isForwarded={call.isForwarded} />
          )}
        </Modal>
      )}
    </FocusTrap>
  )
}

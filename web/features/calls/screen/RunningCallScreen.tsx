import { ActionIcon, Button, FocusTrap, Group, Modal, Text } from '@mantine/core'
import { IconChevronDown, IconMaximize } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { callsText as text } from '#texts/calls.ts'
import styles from '#web/features/calls/Calls.module.css'
import { calls } from '#web/features/calls/calls.store.ts'
import { startRingTone } from '#web/features/calls/ringing/start-ring-tone.ts'
import type { CallSession } from '#web/features/calls/session/call-session.ts'
import { useWakeLock } from '#web/lib/device/use-wake-lock.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { CallControls, type CallPanel, EndCallButton } from './CallControls.tsx'
import { CallDevicePicker } from './CallDevicePicker.tsx'
import { CallDuration } from './CallDuration.tsx'
import { CallEndedScreen } from './CallEndedScreen.tsx'
import { CallPrivacyNotice } from './CallPrivacyNotice.tsx'
import { CallWarnings } from './CallWarnings.tsx'
import { MicrophoneSwitch } from './MediaSwitches.tsx'
import { ParticipantTiles } from './ParticipantTiles.tsx'
import { useBackButtonHandler } from './use-back-button-handler.ts'

/** Sets a data attribute on the document, so that the page layout leaves room for a call shown beside the page. */
function usePageLayoutBesideCall(isBeside: boolean): void {
  useEffect(() => {
    if (!isBeside) return
    const root = document.documentElement
    root.dataset.call = 'beside'
    return () => {
      delete root.dataset.call
    }
  }, [isBeside])
}

/** Calls `onEscape` when the user presses Escape while no element has the focus. */
function useUnfocusedEscape(onEscape: (() => void) | undefined): void {
  useEffect(() => {
    if (!onEscape) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && document.activeElement === document.body) onEscape()
    }
    /**
     * A running call handles the Escape key in the capture phase, before an open dialog closes, so that closing the
     * dialog does not also ask to end the call.
     */
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [onEscape])
}

function EndCallDialog({ onStay, onSmall, onEnd }: Record<'onStay' | 'onSmall' | 'onEnd', () => void>) {
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

function MinimizedCallBar({
  name,
  isFull,
  talkingSince,
}: {
  name: string
  isFull: boolean
  talkingSince?: number
}) {
  return (
    <Group gap={8} wrap="nowrap" miw={0} py={4} pr={12} pl={8}>
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
      <Text truncate flex={1} fw={600}>
        {name}
      </Text>
      {talkingSince && <CallDuration since={talkingSince} />}
    </Group>
  )
}

function CallPanelDialog({
  panel,
  session,
  isRelayOnly,
  onClose,
}: {
  panel: CallPanel
  session: CallSession
  isRelayOnly: boolean
  onClose: () => void
}) {
  const { call } = useStoreState(session)
  return (
    <Modal opened onClose={onClose} title={panel === 'devices' ? text.devices : text.privacy}>
      {panel === 'devices' ? (
        <CallDevicePicker media={session.media} />
      ) : (
        <CallPrivacyNotice isRelayOnly={isRelayOnly} isForwarded={call.isForwarded} />
      )}
    </Modal>
  )
}

const createPictureInPicture = (video: HTMLVideoElement | null) =>
  video && document.pictureInPictureEnabled
    ? () => void video.requestPictureInPicture().catch(() => {})
    : undefined

/** Screen of a running call: full screen, in a corner or beside the page. Changing the layout keeps the call. */
export function RunningCallScreen({
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
  const { view } = useStoreState(calls)
  const { call, ending, others, talkingSince } = useStoreState(session)
  const [isAsking, setAsking] = useState(false)
  const [panel, setPanel] = useState<CallPanel>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [large, setLarge] = useState<HTMLVideoElement | null>(null)
  const stage = useRef<HTMLElement>(null)
  useWakeLock()
  usePageLayoutBesideCall(view === 'beside' && !ending)
  const isCalling = !ending && !talkingSince && !call.answeredAt
  useEffect(() => (isCalling ? startRingTone('outgoing') : undefined), [isCalling])
  const isFull = view === 'full'
  const openPictureInPicture =
    others.length > 0 && !call.isAudioOnly ? createPictureInPicture(large) : undefined
  const minimizeCall = () => {
    setAsking(false)
    calls.show('corner')
  }
  const closeTopLayer = isMenuOpen
    ? () => setMenuOpen(false)
    : panel
      ? () => setPanel(undefined)
      : isAsking
        ? () => setAsking(false)
        : undefined
  useBackButtonHandler(ending ? onEnd : isFull ? (closeTopLayer ?? minimizeCall) : undefined)
  const askToEnd = useCallback(() => setAsking(true), [])
  useUnfocusedEscape(isFull && !ending && !closeTopLayer ? askToEnd : undefined)
  const openChat = () => {
    calls.show(matchMedia('(min-width: 62em)').matches ? 'beside' : 'corner')
    onChat()
  }
  const onKey = (event: KeyboardEvent) => {
    // Key events of the call's menu bubble up to the call. An Escape that closes the menu must not end the call.
    if (event.key === 'Escape' && isFull && !closeTopLayer && !event.defaultPrevented) askToEnd()
  }
  if (ending) {
    return <CallEndedScreen title={title} group={group} session={session} onClose={onEnd} />
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
        <MinimizedCallBar name={group.name} isFull={isFull} talkingSince={talkingSince} />
        <div className={styles.troubles}>
          <CallWarnings session={session} />
        </div>
        <ParticipantTiles session={session} group={group} myName={me.fullName} largeRef={setLarge} />
        {view === 'corner' ? (
          <div className={styles.controls}>
            <MicrophoneSwitch media={session.media} />
            <EndCallButton onEnd={onEnd} />
          </div>
        ) : (
          <CallControls
            session={session}
            onChat={openChat}
            onPanel={setPanel}
            isMenuOpen={isMenuOpen}
            onMenu={setMenuOpen}
            {...(openPictureInPicture && { onPicture: openPictureInPicture })}
            onEnd={onEnd}
          />
        )}
      </section>
      {isAsking && <EndCallDialog onStay={() => setAsking(false)} onSmall={minimizeCall} onEnd={onEnd} />}
      {panel && (
        <CallPanelDialog
          panel={panel}
          session={session}
          isRelayOnly={isRelayOnly}
          onClose={() => setPanel(undefined)}
        />
      )}
    </FocusTrap>
  )
}

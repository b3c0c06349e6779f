import { Alert } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { About } from './AnswerBar.tsx'
import styles from './Chat.module.css'
import { Composer } from './Composer.tsx'
import { chatText as text } from './chat.text.ts'
import type { Conversation } from './conversation.ts'
import { EncryptionNotices, Notice } from './EncryptionNotices.tsx'
import { alarmText, encryptionText } from './encryption.text.ts'
import { goTo } from './go-to.ts'
import { markGroupRead } from './groups.api.ts'
import { MessageList } from './MessageList.tsx'
import { useEdit } from './message-changes.api.ts'
import { PinnedMessages } from './PinnedMessages.tsx'
import { personText } from './person.text.ts'
import { presenceText } from './presence.text.ts'
import type { ShownMessage } from './shown-message.ts'
import { useConversation } from './use-conversation.ts'
import { type Encryption, mayBegin } from './use-encryption.ts'
import { useFileSending } from './use-file-sending.ts'
import { isWatched } from './use-reads.ts'
import { tellTyping, useTyping } from './use-typing.ts'

const SendingFiles = lazy(async () => ({ default: (await import('./SendingFiles.tsx')).SendingFiles }))

/** Read is what was on the screen of somebody who was looking. */
function useReading(group: GroupRow, lastSeq: number, isDown: boolean): void {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const look = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const { id, lastReadSeq } = group
  const isReading = isVisible && isDown && lastSeq > lastReadSeq
  useEffect(() => {
    if (!isReading) return
    const tell = () => {
      markGroupRead(id, lastSeq).catch(() => {
        timer = setTimeout(tell, 5000)
      })
    }
    let timer = setTimeout(tell, 300)
    return () => clearTimeout(timer)
  }, [isReading, id, lastSeq])
}

/** Once the keys are there, what could not be opened before is looked at again. */
function useReopening(conversation: Conversation, encryption: Encryption): void {
  const phase = encryption.kind === 'sealed' ? encryption.state.phase : undefined
  const before = useRef(phase)
  useEffect(() => {
    const wasWaiting = before.current === 'outside' || before.current === 'unborn'
    before.current = phase
    if (phase === 'ready' && wasWaiting) void conversation.load()
  }, [conversation, phase])
}

/** Why nothing can be sent now. The notice above it says more. */
function whyBlocked(group: GroupRow, encryption: Encryption): string | undefined {
  if (group.isBlocked) return personText.blocked(group.name)
  if (encryption.kind === 'unsure') return encryptionText.unsureTitle
  if (encryption.kind !== 'sealed') return undefined
  const { phase, halted } = encryption.state
  if (phase === 'broken') return alarmText.broken
  if (phase === 'behind') return encryptionText.behindTitle
  // What is written while the beginning is being signed goes out right after it.
  if (phase === 'unborn' && mayBegin(group)) return undefined
  return phase === 'ready' && halted.length === 0 ? undefined : encryptionText.waiting
}

/** Nobody can tell yet whether this club was ever encrypted; its members may. */
function Unsure({ allow, onAllowed }: { allow: () => Promise<void>; onAllowed: () => void }) {
  const allowing = useMutation({ mutationFn: allow, onSuccess: onAllowed })
  return (
    <Notice
      color="yellow"
      title={encryptionText.unsureTitle}
      hint={encryptionText.unsure}
      action={{
        label: encryptionText.unsureAllow,
        isPending: allowing.isPending,
        onClick: () => allowing.mutate(),
      }}
    />
  )
}

export function ConversationView({
  group,
  myId,
  encryption,
  mayEncrypt,
  keyHint,
  loading,
  messageSeq,
  onAgain,
}: {
  group: GroupRow
  myId: number
  encryption: Encryption
  mayEncrypt: boolean
  keyHint: ReactNode
  loading: ReactNode
  /** The one that a link leads to. */
  messageSeq?: number
  /** Something was decided: it is looked at anew. */
  onAgain: () => void
}) {
  const sealed = encryption.kind === 'sealed' ? encryption.group : undefined
  const waiting = group.direct ? encryptionText.peerKeyless(group.name) : encryptionText.alone
  const { conversation, state } = useConversation(group.id, myId, sealed, waiting)
  const [isDown, setDown] = useState(true)
  // Where the new ones began when one came: it does not move while one reads. The sequence has no gaps.
  const [newFrom] = useState(group.lastSeq > group.lastReadSeq ? group.lastReadSeq + 1 : undefined)
  useReading(group, conversation.lastSeq, isDown && state.phase === 'ready' && !state.hasNewer)
  useReopening(conversation, encryption)
  const typing = useTyping(group.id, myId)
  const [about, setAbout] = useState<About>()
  const edit = useEdit(conversation)
  const { sending, add: addFiles, addVoice } = useFileSending(conversation, group.id, sealed !== undefined)
  const isReady = state.phase === 'ready'
  const shown = useRef<number>(undefined)
  useEffect(() => {
    // Once: whoever goes on from there is not brought back.
    if (!messageSeq || !isReady || shown.current === messageSeq) return
    shown.current = messageSeq
    void goTo(conversation, messageSeq)
  }, [conversation, messageSeq, isReady])
  const nameOf = ({ senderId, sender }: ShownMessage) => (senderId === myId ? text.you : sender.fullName)
  const blocked = whyBlocked(group, encryption)
  const hasSpoken = sealed !== undefined && state.messages.some(({ senderId }) => senderId === myId)
  return (
    <>
      {encryption.kind === 'sealed' && (
        <EncryptionNotices group={group} encryption={encryption} mayEncrypt={mayEncrypt} />
      )}
      {encryption.kind === 'unsure' && <Unsure allow={encryption.allow} onAllowed={onAgain} />}
      {state.phase === 'failed' && (
        <div className={styles.trouble}>
          <ErrorState error={state.error} onRetry={() => conversation.enter()} />
        </div>
      )}
      {state.phase === 'loading' && state.messages.length === 0 && loading}
      {state.phase === 'ready' && group.pins.length > 0 && (
        <PinnedMessages group={group} conversation={conversation} messages={state.messages} />
      )}
      {state.phase === 'ready' && (
        <MessageList
          group={group}
          sealed={sealed}
          label={text.log(group.name)}
          conversation={conversation}
          state={state}
          myId={myId}
          newFrom={newFrom}
          below={
            sending && (
              <Suspense>
                <SendingFiles sending={sending} />
              </Suspense>
            )
          }
          onBottom={setDown}
          onReply={message => setAbout({ kind: 'reply', message, name: nameOf(message) })}
          onEdit={message => setAbout({ kind: 'edit', message, name: nameOf(message) })}
        />
      )}
      {typing.length > 0 && <p className={styles.typing}>{presenceText.typing(typing)}</p>}
      {hasSpoken && keyHint}
      {group.isActive ? (
        <Composer
          group={group}
          myId={myId}
          isSealed={sealed !== undefined}
          isFirst={group.direct && group.lastSeq === 0}
          {...(blocked && { blocked })}
          {...(about && { about })}
          onSend={(content, extra) => {
            conversation.send(content, Object.keys(extra).length > 0 ? extra : undefined)
            setAbout(undefined)
          }}
          onFiles={(files, words, extra) => {
            addFiles(files, words, extra)
            setAbout(undefined)
          }}
          onVoice={(voice, seconds, extra) => {
            addVoice(voice, seconds, extra)
            setAbout(undefined)
          }}
          onEdit={content => {
            if (!about) return
            // A change that was refused can be tried again.
            edit.mutate({ message: about.message, content }, { onSuccess: () => setAbout(undefined) })
          }}
          onTyping={() => isWatched(group) && void tellTyping(group.id)}
          onStop={() => setAbout(undefined)}
        />
      ) : (
        <Alert className={styles.closed} color="gray">
          {text.closed}
        </Alert>
      )}
    </>
  )
}

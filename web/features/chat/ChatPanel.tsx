import { ActionIcon, Alert, Skeleton, Text } from '@mantine/core'
import { IconChevronLeft, IconInfoCircle, IconLockOpen } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import styles from './Chat.module.css'
import { Composer } from './Composer.tsx'
import { chatText as text } from './chat.text.ts'
import { GroupAvatar } from './GroupAvatar.tsx'
import { markGroupRead } from './groups.api.ts'
import { MessageList } from './MessageList.tsx'
import { useConversation } from './use-conversation.ts'

/** What it is, where, and how many belong to it. */
function describe(group: GroupRow): string {
  if (group.direct) return text.direct
  const place = group.type === 'country' ? undefined : group.country
  return [text.types[group.type], place, text.members(group.memberCount)].filter(Boolean).join(' · ')
}

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

export function ChatPanel({
  group,
  myId,
  onBack,
  onInfo,
}: {
  group: GroupRow
  myId: number
  onBack: () => void
  onInfo: () => void
}) {
  const { conversation, state } = useConversation(group.id, myId)
  const [isDown, setDown] = useState(true)
  // Where the new ones began when one came: it does not move while one reads. The sequence has no gaps.
  const [newFrom] = useState(group.lastSeq > group.lastReadSeq ? group.lastReadSeq + 1 : undefined)
  useReading(group, conversation.lastSeq, isDown && state.phase === 'ready')
  return (
    <section className={styles.chat} aria-label={group.name}>
      <header className={styles.head}>
        <ActionIcon
          className={styles.backButton}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.back}
          onClick={onBack}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <GroupAvatar group={group} />
        <div className={styles.headWords}>
          <h2 className={styles.headName}>{group.name}</h2>
          <Text size="xs" c="dimmed">
            {describe(group)}
          </Text>
        </div>
        {!group.direct && (
          <ActionIcon
            id="group-info"
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={text.info}
            onClick={onInfo}
          >
            <IconInfoCircle size={20} aria-hidden />
          </ActionIcon>
        )}
      </header>
      <p className={styles.note}>
        <IconLockOpen size={14} aria-hidden /> {text.notEncrypted}
      </p>
      {state.phase === 'failed' && (
        <div className={styles.trouble}>
          <ErrorState error={state.error} onRetry={() => conversation.enter()} />
        </div>
      )}
      {state.phase === 'loading' && state.messages.length === 0 && (
        <div className={styles.trouble}>
          <Skeleton height={64} width="55%" radius={16} mb={12} />
          <Skeleton height={48} width="40%" radius={16} mb={12} />
          <Skeleton height={64} width="50%" radius={16} ml="auto" />
        </div>
      )}
      {state.phase === 'ready' && (
        <MessageList
          label={text.log(group.name)}
          conversation={conversation}
          state={state}
          myId={myId}
          newFrom={newFrom}
          onBottom={setDown}
        />
      )}
      {group.isActive ? (
        <Composer
          groupId={group.id}
          groupName={group.name}
          myId={myId}
          onSend={content => conversation.send(content)}
        />
      ) : (
        <Alert className={styles.closed} color="gray">
          {text.closed}
        </Alert>
      )}
    </section>
  )
}

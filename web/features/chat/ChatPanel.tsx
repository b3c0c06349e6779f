import { ActionIcon, Text, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { RosterError } from '#shared/e2ee/roster.ts'
import { focusLater } from '#web/lib/focus.ts'
import { usePhone } from '#web/lib/phone.ts'
import { useWholeScreen } from '#web/lib/whole-screen.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import styles from './Chat.module.css'
import { ConversationSkeleton } from './ConversationSkeleton.tsx'
import { ConversationView } from './ConversationView.tsx'
import { chatText as text } from './chat.text.ts'
import { AlarmBox, EncryptionAlarm } from './EncryptionAlarm.tsx'
import { EncryptionLock, EncryptionNote } from './EncryptionNote.tsx'
import { encryptionText } from './encryption.text.ts'
import { GroupAvatar } from './GroupAvatar.tsx'
import { type Encryption, useEncryption } from './use-encryption.ts'
import { usePresence } from './use-presence.ts'

const GroupDrawer = lazyOverlay(async () => (await import('./GroupDrawer.tsx')).GroupDrawer)

/** What it is, where, and how many belong to it. */
function describe(group: GroupRow): string {
  if (group.direct) return text.direct
  const place = group.type === 'country' ? undefined : group.country
  return [text.types[group.type], place, text.members(group.memberCount)].filter(Boolean).join(' · ')
}

function Head({
  group,
  encryption,
  isPhone,
  callButton,
  onBack,
  searchButton,
  onInfo,
}: {
  group: GroupRow
  encryption: Encryption
  isPhone: boolean
  callButton: ReactNode
  onBack: () => void
  searchButton: ReactNode
  onInfo: () => void
}) {
  const presence = usePresence(group.isBlocked ? undefined : group.peer?.id)
  // On a phone the header of the page is out of sight, and its title with it.
  const Name = isPhone ? 'h1' : 'h2'
  return (
    <header className={styles.head}>
      {isPhone ? (
        <UnstyledButton className={styles.backButton} aria-label={text.back} onClick={onBack}>
          <IconChevronLeft size={24} aria-hidden />
          <GroupAvatar group={group} size={36} />
        </UnstyledButton>
      ) : (
        <GroupAvatar group={group} />
      )}
      <div className={styles.headWords}>
        <Name className={styles.headName}>{group.name}</Name>
        {isPhone && <EncryptionLock encryption={encryption} />}
        <p className={styles.headAbout}>{presence ?? describe(group)}</p>
      </div>
      {callButton}
      {searchButton}
      <ActionIcon
        id="group-info"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={group.direct ? text.directInfo : text.info}
        onClick={onInfo}
      >
        <IconInfoCircle size={20} aria-hidden />
      </ActionIcon>
    </header>
  )
}

const isOutdated = (encryption: Encryption) =>
  encryption.kind === 'sealed' && encryption.state.phase === 'outdated'

export function ChatPanel({
  group,
  myId,
  keySetup,
  keyHint,
  mayEncrypt,
  callButton,
  searchButton,
  personActions,
  messageSeq,
  onBack,
  onLeft,
}: {
  group: GroupRow
  myId: number
  messageSeq?: number
  /** How somebody comes by their keys on this device. */
  keySetup: (onReady: () => void) => ReactNode
  /** A word about keeping them, once something was said with them. */
  keyHint: ReactNode
  mayEncrypt: boolean
  /** Calls are made where the list of members is verified. */
  callButton: ReactNode
  /** To the search in this conversation. */
  searchButton: ReactNode
  /** The ways to somebody in the group. */
  personActions: (userId: number) => ReactNode
  onBack: () => void
  onLeft: () => void
}) {
  const { encryption, again, want } = useEncryption(group, myId)
  const [side, setSide] = useState<'info'>()
  const isPhone = usePhone()
  useWholeScreen()
  const close = (opener: string) => {
    focusLater(opener)
    setSide(undefined)
  }
  const isOpen =
    encryption.kind === 'plain' ||
    encryption.kind === 'unsure' ||
    (encryption.kind === 'sealed' && encryption.state.phase !== 'loading')
  return (
    <section className={styles.chat} aria-label={group.name}>
      <Head
        group={group}
        encryption={encryption}
        isPhone={isPhone}
        onBack={onBack}
        callButton={encryption.kind === 'sealed' && encryption.state.phase === 'ready' && callButton}
        searchButton={searchButton}
        onInfo={() => setSide('info')}
      />
      {encryption.kind === 'sealed' && encryption.state.phase === 'broken' && (
        <EncryptionAlarm group={group} encryption={encryption} />
      )}
      {!isPhone && <EncryptionNote encryption={encryption} />}
      {encryption.kind === 'failed' && encryption.error instanceof RosterError && (
        <AlarmBox reason={encryption.error.message} />
      )}
      {encryption.kind === 'failed' && (
        <div className={styles.trouble}>
          <ErrorState error={encryption.error} onRetry={encryption.retry} />
        </div>
      )}
      {(encryption.kind === 'keyless' || isOutdated(encryption)) && (
        <div className={styles.setup}>
          {isOutdated(encryption) && <Text mb="md">{encryptionText.outdated}</Text>}
          {keySetup(again)}
        </div>
      )}
      {(encryption.kind === 'looking' || (encryption.kind === 'sealed' && !isOpen)) && (
        <ConversationSkeleton />
      )}
      {isOpen && !isOutdated(encryption) && (
        <ConversationView
          key={encryption.kind}
          group={group}
          myId={myId}
          encryption={encryption}
          mayEncrypt={mayEncrypt}
          keyHint={keyHint}
          loading={<ConversationSkeleton />}
          messageSeq={messageSeq}
          onAgain={again}
        />
      )}
      {side === 'info' && (
        <GroupDrawer
          group={group}
          myId={myId}
          encryption={encryption}
          mayEncrypt={mayEncrypt}
          personActions={personActions}
          onEncrypt={() => {
            setSide(undefined)
            want()
          }}
          onClose={() => close('group-info')}
          onLeft={onLeft}
        />
      )}
    </section>
  )
}

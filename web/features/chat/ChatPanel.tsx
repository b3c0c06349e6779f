import { ActionIcon, Box, Card, Center, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconInfoCircle, IconKey } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { getCountryName } from '#shared/countries/country-names.ts'
import { RosterError } from '#shared/e2ee/roster.ts'
import { chatText as text } from '#texts/conversations.ts'
import {
  ContradictoryServerClaimsAlert,
  EncryptedGroupVerificationAlert,
  MemberListVerificationAlert,
} from '#web/features/chat/encryption/EncryptedGroupVerificationAlert.tsx'
import {
  EncryptionStatusIcon,
  EncryptionStatusLine,
} from '#web/features/chat/encryption/EncryptionStatus.tsx'
import {
  type Encryption,
  useConversationEncryption,
} from '#web/features/chat/encryption/use-conversation-encryption.ts'
import { GroupAvatar } from '#web/features/chat/groups/GroupAvatar.tsx'
import { ConversationView } from '#web/features/chat/messages/ConversationView.tsx'
import {
  CallUnavailableNotice,
  getCallReadinessOfConversation,
} from '#web/features/chat/messages/calls/CallUnavailableNotice.tsx'
import { usePresence } from '#web/features/chat/presence/use-presence.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { isSendingStoppedByKeyMismatchAlarm, keyMismatchAlarm } from '#web/lib/state/key-mismatch-alarm.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './Chat.module.css'
import { ConversationSkeleton } from './ConversationSkeleton.tsx'

const GroupDrawer = createLazyOverlay(
  async () => (await import('#web/features/chat/groups/GroupDrawer.tsx')).GroupDrawer,
)

/** Subtitle in the header of a conversation: group type, country and member count. */
function describeGroup(group: DescribedGroup): string {
  if (group.direct) return text.direct
  const country = group.type === 'country' ? undefined : getCountryName(group.country)
  return [text.types[group.type], country, text.members({ count: group.memberCount })]
    .filter(Boolean)
    .join(' · ')
}

function ConversationHeader({
  group,
  encryption,
  isPhone,
  isUnassured,
  callButton,
  onBack,
  searchButton,
  onInfo,
}: {
  group: DescribedGroup
  encryption: Encryption
  isPhone: boolean
  /**
   * Whether the lock icon is hidden, because the server publishes keys in the user's name that the user did not create.
   */
  isUnassured: boolean
  callButton: ReactNode
  onBack: () => void
  searchButton: ReactNode
  onInfo: () => void
}) {
  const presence = usePresence(group.isBlocked ? undefined : group.peer?.id)
  // The name of the chat group is the page's h1 on phones, which hide the page header with its own h1.
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
        {isPhone && !isUnassured && <EncryptionStatusIcon group={group} encryption={encryption} />}
        <p className={styles.headAbout}>{presence ?? describeGroup(group)}</p>
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

/**
 * Whether this device's keys are, or may be, older than the user's newest keys. Newer keys also sign a new vault
 * (encrypted backup on the server), which older keys cannot verify. The screen then asks the user about the keys
 * instead of reporting the failed verification of the vault.
 */
const hasParticipantWithOutdatedKeys = (encryption: Encryption, isOwnCardDisputed: boolean) =>
  (encryption.kind === 'sealed' && encryption.state.phase === 'outdated') ||
  (encryption.kind === 'failed' && isOwnCardDisputed)

/**
 * Returns whether the conversation can be shown: its encryption state is known and this device has the user's newest
 * keys.
 */
function isConversationReadable(
  encryption: Encryption,
): encryption is Extract<Encryption, { kind: 'plain' | 'sealed' }> {
  if (encryption.kind === 'sealed') return !['loading', 'outdated'].includes(encryption.state.phase)
  return encryption.kind === 'plain'
}

/** Alerts above the conversation: contradictory statements by the server, and failed verification of encryption. */
function ConversationAlarms({ group, encryption }: { group: DescribedGroup; encryption: Encryption }) {
  const { refusal } = group.conversation
  return (
    <>
      {refusal && <ContradictoryServerClaimsAlert reason={refusal} />}
      {encryption.kind === 'sealed' && encryption.state.phase === 'broken' && (
        <EncryptedGroupVerificationAlert group={group} encryption={encryption} />
      )}
      {encryption.kind === 'failed' && encryption.error instanceof RosterError && (
        <MemberListVerificationAlert reason={encryption.error.message} />
      )}
      {encryption.kind === 'failed' && (
        <Box flex={1} p={20}>
          <ErrorState error={encryption.error} onRetry={encryption.retry} />
        </Box>
      )}
    </>
  )
}

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
  group: DescribedGroup
  myId: number
  messageSeq?: number
  /** Renders the form that creates or restores the user's encryption keys on this device. */
  keySetup: (onReady: () => void) => ReactNode
  /** Reminder to back up the encryption keys, shown after the user has sent the first encrypted message. */
  keyHint: ReactNode
  mayEncrypt: boolean
  /** Button that starts a call in the conversation, shown only if both users have the keys that a call needs. */
  callButton: ReactNode
  /** Link to the message search, limited to the open conversation. */
  searchButton: ReactNode
  /** Buttons for messaging or calling one member of the chat group. */
  personActions: (userId: number) => ReactNode
  onBack: () => void
  onLeft: () => void
}) {
  const { encryption, reload: reloadEncryption, turnOn } = useConversationEncryption(group, myId)
  const isOwnCardDisputed = isSendingStoppedByKeyMismatchAlarm(useStoreState(keyMismatchAlarm))
  const isOutdated = hasParticipantWithOutdatedKeys(encryption, isOwnCardDisputed)
  /**
   * The lock icon is hidden while keys not made by the user are published in the user's name, because the icon would
   * promise a safe conversation.
   */
  const isUnassured = encryption.kind === 'sealed' && isOwnCardDisputed
  const [side, setSide] = useState<'info'>()
  const isPhone = useIsPhone()
  const closeSidePanel = (opener: string) => {
    focusElementAfterDialogCloses(opener)
    setSide(undefined)
  }
  const readiness = getCallReadinessOfConversation(group, encryption, { isOutdated, isUnassured })
  return (
    <section className={styles.chat} aria-label={group.name}>
      <ConversationHeader
        group={group}
        encryption={encryption}
        isPhone={isPhone}
        onBack={onBack}
        isUnassured={isUnassured}
        callButton={
          readiness === 'ready' ? callButton : readiness && <CallUnavailableNotice readiness={readiness} />
        }
        searchButton={searchButton}
        onInfo={() => setSide('info')}
      />
      {!isOutdated && <ConversationAlarms group={group} encryption={encryption} />}
      {!isPhone && !isUnassured && <EncryptionStatusLine group={group} encryption={encryption} />}
      {(encryption.kind === 'keyless' || isOutdated) && (
        <div className={styles.setup}>
          <Card>
            <Stack>
              <Center w={48} h={48} bdrs={12} {...getToneProps('tint')}>
                <IconKey size={26} stroke={1.6} aria-hidden />
              </Center>
              {keySetup(reloadEncryption)}
            </Stack>
          </Card>
        </div>
      )}
      {(encryption.kind === 'looking' ||
        (encryption.kind === 'sealed' && encryption.state.phase === 'loading')) && <ConversationSkeleton />}
      {isConversationReadable(encryption) && (
        <ConversationView
          key={encryption.kind}
          group={group}
          myId={myId}
          encryption={encryption}
          mayEncrypt={mayEncrypt}
          keyHint={keyHint}
          loading={<ConversationSkeleton />}
          messageSeq={messageSeq}
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
            turnOn()
          }}
          onClose={() => closeSidePanel('group-info')}
          onLeft={onLeft}
        />
      )}
    </section>
  )
}

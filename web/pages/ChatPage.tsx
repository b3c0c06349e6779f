import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { can } from '#shared/policies.ts'
import { encryptionText } from '#texts/encryption.ts'
import { searchText } from '#texts/message-search.ts'
import { CallButton } from '#web/features/calls/CallButton.tsx'
import { calls } from '#web/features/calls/calls.store.ts'
import { ChatScreen } from '#web/features/chat/ChatScreen.tsx'
import { MessageReportsLink } from '#web/features/reports/MessageReportsLink.tsx'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { useUrlState } from './use-url-state.ts'

const EncryptionKeySetup = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/keys/identity/EncryptionKeySetup.tsx')).EncryptionKeySetup,
)

const EncryptionKeyBackupHint = lazyLoadComponentAndTexts(
  async () =>
    (await import('#web/features/keys/recovery/EncryptionKeyBackupHint.tsx')).EncryptionKeyBackupHint,
)

/**
 * Whether the user may encrypt the group: as its administrator, or as one of the two users of a direct conversation.
 */
function canEncryptGroup(user: CurrentUser, { type, clubId, country, direct, role }: GroupRow): boolean {
  if (type === 'club') {
    return (
      clubId !== null && country !== null && can(user, 'groups.encrypt', { club: { id: clubId, country } })
    )
  }
  return type === 'custom' && (direct || role !== 'member')
}

export function ChatPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { search, set } = useUrlState('/communication')
  if (!user) return null
  return (
    <ChatScreen
      myId={user.id}
      openId={search.group}
      messageSeq={search.message}
      tab={search.tab}
      keySetup={onReady => (
        <Suspense fallback={<Loader size="sm" />}>
          <EncryptionKeySetup userId={user.id} onReady={onReady} />
        </Suspense>
      )}
      keyHint={
        <Suspense>
          <EncryptionKeyBackupHint userId={user.id} />
        </Suspense>
      }
      mayEncrypt={group => canEncryptGroup(user, group)}
      callButton={group => <CallButton group={group} />}
      searchButton={group => (
        <ActionIcon
          renderRoot={props => <Link to="/communication/search" search={{ group: group.id }} {...props} />}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={encryptionText.findMessages}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
      )}
      searchLink={text => (
        <Button
          renderRoot={props => (
            <Link to="/communication/search" state={{ messageSearchTerms: text }} {...props} />
          )}
          variant="subtle"
          justify="start"
          h="auto"
          mih={44}
          py={6}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.25, textAlign: 'start' } }}
          leftSection={<IconSearch size={18} aria-hidden />}
        >
          {searchText.inMessages({ words: text })}
        </Button>
      )}
      reportsLink={<MessageReportsLink />}
      onCall={calls.open}
      onOpen={group => set({ group, message: undefined }, true)}
      onTab={tab => set({ tab })}
    />
  )
}

import { decryptedPreviews } from '#web/features/chat/encryption/decrypted-previews.ts'
import type { DescribedGroup } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { getMessagePreviewText } from '#web/lib/format/message-text.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { useGroupsWithVerifiedServerData } from './use-groups-with-verified-server-data.ts'

/**
 * Returns the conversations with unread messages and the text of each last message, if this page can read it. In an
 * encrypted group, the text comes only from a message that this page has verified.
 */
export function useUnreadConversations() {
  const groups = useGroupsWithVerifiedServerData()
  const previews = useStoreState(decryptedPreviews)
  const findMessagePreview = ({ id, encrypted, lastMessage, conversation }: DescribedGroup) => {
    if (!lastMessage || lastMessage.isHidden || lastMessage.isDeleted) return undefined
    if (conversation.mode === 'refused' || lastMessage.messageType === 'call') return undefined
    const decrypted = previews[id]
    if (encrypted) return decrypted?.seq === lastMessage.seq ? decrypted.text : undefined
    return getMessagePreviewText(lastMessage.content)
  }
  return {
    isPending: groups.isPending,
    hasConversations: (groups.data?.length ?? 0) > 0,
    conversations: (groups.data ?? [])
      .filter(({ unreadCount }) => unreadCount > 0)
      .map(group => ({ group, preview: findMessagePreview(group) })),
  }
}

import { useEffect } from 'react'
import { changeMessage, listMessageChanges, listMessages } from '#shared/contracts/chat/chat.endpoints.ts'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import { parseMessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { JoinGroupAcknowledgement, SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import { chatText } from '#web/features/chat/chat.text.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage, UnsentMessage } from '#web/features/chat/displayed-message.ts'
import { encryptTransport } from '#web/features/chat/encryption/encrypted-transport.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { useStore } from '#web/lib/state/store.ts'
import { Conversation } from './conversation.ts'

/** Reads reply, file and mentions of a plaintext message from its metadata. */
function withExtra(message: Message): DisplayedMessage {
  return { ...message, extra: parseMessageMetadata(message.metadata ?? undefined) }
}

function createTransport(groupId: number, myId: number): ConversationTransport {
  return {
    fetchMessages: async query =>
      (await callEndpoint(listMessages, { params: { groupId }, query })).map(withExtra),
    fetchChanges: async query =>
      (await callEndpoint(listMessageChanges, { params: { groupId }, query })).map(withExtra),
    change: async ({ message, op, content, clientId = crypto.randomUUID(), metadata }) => {
      const body = {
        seq: message.seq,
        op,
        clientId,
        ...(content && { content }),
        ...(metadata && { metadata }),
      }
      return withExtra(await callEndpoint(changeMessage, { params: { groupId }, body }))
    },
    join: () => connection.ask<JoinGroupAcknowledgement>('join-group', groupId),
    leave: () => void connection.ask('leave-group', groupId).catch(() => {}),
    send: ({ content, clientId, messageType = 'text', extra, metadata = extra ?? null }) =>
      connection.ask<SendMessageAcknowledgement>('send-message', {
        content,
        groupId,
        senderId: myId,
        messageType,
        clientId,
        metadata,
      }),
    isConnected: connection.isConnected,
    onMessage: listener =>
      connection.on('new-message', message => {
        if (message.groupId === groupId) listener(withExtra(message))
      }),
    onChanged: listener =>
      connection.on('message-changed', change => {
        if (change.groupId === groupId) listener(withExtra(change.message), change.after)
      }),
    onHidden: listener =>
      connection.on('message-hidden', event => {
        if (event.groupId === groupId) listener(event.seq)
      }),
    onConnect: listener => connection.on('connect', listener),
    sendFailureText: chatText.notSent,
    pause: 3000,
  }
}

/** Open conversations by user and group. A conversation with unsent messages is kept until the page is closed. */
const openConversations = new Map<string, { conversation: Conversation; encryptedGroup?: EncryptedGroup }>()

const buildKey = (groupId: number, myId: number) => `${myId}:${groupId}`

/** Outbox of an encrypted group: unsent messages are stored encrypted on this device. */
function createOutbox(groupId: number, myId: number): NonNullable<ConversationTransport['outbox']> {
  const loadDeviceStorage = () => import('#web/lib/e2ee/storage/unsent-store.ts')
  return {
    load: async () =>
      (await (await loadDeviceStorage()).loadDraftOrUnsent<UnsentMessage[]>(myId, groupId, 'outgoing')) ?? [],
    save: async outgoing =>
      (await loadDeviceStorage()).saveDraftOrUnsent(myId, groupId, 'outgoing', outgoing),
  }
}

/** Transport of an encrypted group. `waitingText` is the text shown while the user is the only reader. */
export function createEncryptedTransport(
  groupId: number,
  myId: number,
  encryptedGroup: EncryptedGroup,
  waitingText?: string,
): ConversationTransport {
  return {
    ...encryptTransport(createTransport(groupId, myId), encryptedGroup, waitingText),
    outbox: createOutbox(groupId, myId),
  }
}

/** Returns a group's open conversation. After a change of keys or encryption, a new conversation is created. */
function getConversation(
  groupId: number,
  myId: number,
  encryptedGroup?: EncryptedGroup,
  waitingText?: string,
): Conversation {
  const key = buildKey(groupId, myId)
  const existing = openConversations.get(key)
  if (existing?.encryptedGroup === encryptedGroup && existing) return existing.conversation
  const transport = encryptedGroup
    ? createEncryptedTransport(groupId, myId, encryptedGroup, waitingText)
    : createTransport(groupId, myId)
  const conversation = new Conversation(transport, myId)
  openConversations.set(key, { conversation, ...(encryptedGroup && { encryptedGroup }) })
  return conversation
}

export function useConversation(
  groupId: number,
  myId: number,
  encryptedGroup?: EncryptedGroup,
  waitingText?: string,
) {
  const conversation = getConversation(groupId, myId, encryptedGroup, waitingText)
  useEffect(() => {
    const close = conversation.open()
    return () => {
      close()
      const hasUnsent = conversation.get().outgoing.length > 0
      if (!hasUnsent && openConversations.get(buildKey(groupId, myId))?.conversation === conversation) {
        openConversations.delete(buildKey(groupId, myId))
      }
    }
  }, [conversation, groupId, myId])
  // When the encrypted group gets another reader, the waiting messages are sent.
  useEffect(
    () => encryptedGroup?.subscribe(() => conversation.outgoing.deliverWaiting()),
    [conversation, encryptedGroup],
  )
  return { conversation, state: useStore(conversation) }
}

import { useEffect } from 'react'
import { changeMessage, listMessageChanges, listMessages } from '#shared/contracts/chat/chat.endpoints.ts'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import { parseMessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { JoinGroupAcknowledgement, SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import { chatText } from '#texts/conversations.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage, UnsentMessage } from '#web/features/chat/displayed-message.ts'
import { wrapTransportWithEncryption } from '#web/features/chat/encryption/encrypted-transport.ts'
import type { PlaintextPermit } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { callEndpoint } from '#web/lib/http/api.ts'
import { connection } from '#web/lib/query/live-connection.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { Conversation } from './conversation.ts'

/** Reads reply, file and mentions of a plaintext message from its metadata. */
function addExtraToMessage(message: Message): DisplayedMessage {
  return { ...message, extra: parseMessageMetadata(message.metadata ?? undefined) }
}

/**
 * Creates the transport that sends and loads a group's messages as the server stores them. Only the transports for
 * encrypted and for plaintext groups use it.
 */
function createTransport(groupId: number, myId: number): ConversationTransport {
  return {
    fetchMessages: async query =>
      (await callEndpoint(listMessages, { params: { groupId }, query })).map(addExtraToMessage),
    fetchChanges: async query =>
      (await callEndpoint(listMessageChanges, { params: { groupId }, query })).map(addExtraToMessage),
    change: async ({ message, op, content, clientId = crypto.randomUUID(), metadata }) => {
      const body = {
        seq: message.seq,
        op,
        clientId,
        ...(content && { content }),
        ...(metadata && { metadata }),
      }
      return addExtraToMessage(await callEndpoint(changeMessage, { params: { groupId }, body }))
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
        if (message.groupId === groupId) listener(addExtraToMessage(message))
      }),
    onChanged: listener =>
      connection.on('message-changed', change => {
        if (change.groupId === groupId) listener(addExtraToMessage(change.message), change.after)
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

/** Outbox of an encrypted group: unsent messages are stored encrypted on this device. */
function createOutbox(groupId: number, myId: number): NonNullable<ConversationTransport['outbox']> {
  const loadDeviceStorage = () => import('#web/lib/e2ee/storage/unsent-store.ts')
  return {
    load: async () =>
      (await (
        await loadDeviceStorage()
      ).loadDraftOrOutboxOfGroup<UnsentMessage[]>(myId, groupId, 'outgoing')) ?? [],
    save: async outgoing =>
      (await loadDeviceStorage()).storeDraftOrOutboxOfGroup(myId, groupId, 'outgoing', outgoing),
  }
}

/** Sends and receives the messages of an encrypted group. `waitingText` is shown while the user is the only reader. */
export function createTransportOfEncryptedGroup(
  myId: number,
  encryptedGroup: EncryptedGroup,
  waitingText?: string,
): ConversationTransport {
  const { groupId } = encryptedGroup.facts
  return {
    ...wrapTransportWithEncryption(createTransport(groupId, myId), encryptedGroup, waitingText),
    outbox: createOutbox(groupId, myId),
  }
}

/**
 * Transport of a plaintext group. Requires permission to send plaintext from the conversation core (rules in
 * lib/e2ee/conversation).
 */
const createPlaintextTransport = ({ groupId }: PlaintextPermit, myId: number) =>
  createTransport(groupId, myId)

/**
 * How a conversation sends: encrypted to the group's members, or as plaintext if the conversation core (rules in
 * lib/e2ee/conversation) permits it.
 */
export type Channel = { encryptedGroup: EncryptedGroup; waitingText: string } | { permit: PlaintextPermit }

const getGroupId = (channel: Channel) =>
  'permit' in channel ? channel.permit.groupId : channel.encryptedGroup.facts.groupId
const getEncryptedGroup = (channel: Channel) => ('permit' in channel ? undefined : channel.encryptedGroup)

/** Open conversations by user and group. A conversation with unsent messages is kept until the page is closed. */
const openConversations = new Map<
  string,
  { conversation: Conversation; encryptedGroup: EncryptedGroup | undefined }
>()

/**
 * Returns the cached Conversation of a group, or a new one if the group's keys or encryption have changed.
 */
function getConversation(key: string, myId: number, channel: Channel): Conversation {
  const existing = openConversations.get(key)
  const encryptedGroup = getEncryptedGroup(channel)
  if (existing && existing.encryptedGroup === encryptedGroup) return existing.conversation
  const transport =
    'permit' in channel
      ? createPlaintextTransport(channel.permit, myId)
      : createTransportOfEncryptedGroup(myId, channel.encryptedGroup, channel.waitingText)
  const conversation = new Conversation(transport, myId)
  openConversations.set(key, { conversation, encryptedGroup })
  return conversation
}

export function useConversation(myId: number, channel: Channel) {
  const key = `${myId}:${getGroupId(channel)}`
  const encryptedGroup = getEncryptedGroup(channel)
  const conversation = getConversation(key, myId, channel)
  useEffect(() => {
    const close = conversation.open()
    return () => {
      close()
      const hasUnsent = conversation.get().outgoing.length > 0
      if (!hasUnsent && openConversations.get(key)?.conversation === conversation)
        openConversations.delete(key)
    }
  }, [conversation, key])
  // When another member joins the encrypted group, messages that wait for a recipient are sent.
  useEffect(
    () => encryptedGroup?.subscribe(() => conversation.outgoing.deliverWaitingMessages()),
    [conversation, encryptedGroup],
  )
  return { conversation, state: useStoreState(conversation) }
}

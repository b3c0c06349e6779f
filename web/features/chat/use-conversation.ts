import { useEffect } from 'react'
import { changeMessage, listChanges, listMessages } from '#shared/contracts/chat.endpoints.ts'
import type { Message } from '#shared/contracts/chat.ts'
import type { JoinAnswer, SendAnswer } from '#shared/contracts/socket.ts'
import { readExtra } from '#shared/e2ee/extra.ts'
import { call } from '#web/lib/api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { connection } from '#web/lib/socket.ts'
import { useStore } from '#web/lib/store.ts'
import { chatText } from './chat.text.ts'
import { Conversation } from './conversation.ts'
import type { Wire } from './conversation-wire.ts'
import { sealWire } from './sealed-wire.ts'
import type { Outgoing, ShownMessage } from './shown-message.ts'

/** Reads reply, file and mentions of a plaintext message from its metadata. */
function withExtra(message: Message): ShownMessage {
  return { ...message, extra: readExtra(message.metadata ?? undefined) }
}

function createTransport(groupId: number, myId: number): Wire {
  return {
    fetchMessages: async query => (await call(listMessages, { params: { groupId }, query })).map(withExtra),
    fetchChanges: async query => (await call(listChanges, { params: { groupId }, query })).map(withExtra),
    change: async ({ message, op, content, clientId = crypto.randomUUID(), metadata }) => {
      const body = {
        seq: message.seq,
        op,
        clientId,
        ...(content && { content }),
        ...(metadata && { metadata }),
      }
      return withExtra(await call(changeMessage, { params: { groupId }, body }))
    },
    join: () => connection.ask<JoinAnswer>('join-group', groupId),
    leave: () => void connection.ask('leave-group', groupId).catch(() => {}),
    send: ({ content, clientId, messageType = 'text', extra, metadata = extra ?? null }) =>
      connection.ask<SendAnswer>('send-message', {
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
    notSent: chatText.notSent,
    pause: 3000,
  }
}

/** Open conversations. One with unsent messages is kept until the page is closed, so that they are not lost. */
const openConversations = new Map<string, { conversation: Conversation; encryptedGroup?: EncryptedGroup }>()

const buildKey = (groupId: number, myId: number) => `${myId}:${groupId}`

/** Outbox of an encrypted group: unsent messages are stored encrypted on this device. */
function createOutbox(groupId: number, myId: number): NonNullable<Wire['outbox']> {
  const loadDeviceStorage = () => import('#web/lib/e2ee/kept-here.ts')
  return {
    load: async () =>
      (await (await loadDeviceStorage()).readHere<Outgoing[]>(myId, groupId, 'outgoing')) ?? [],
    save: async outgoing => (await loadDeviceStorage()).keepHere(myId, groupId, 'outgoing', outgoing),
  }
}

/** Transport of an encrypted group. `waitingText` is the text shown while the user is the only reader. */
export function sealedWireTo(
  groupId: number,
  myId: number,
  encryptedGroup: EncryptedGroup,
  waitingText?: string,
): Wire {
  return {
    ...sealWire(createTransport(groupId, myId), encryptedGroup, waitingText),
    outbox: createOutbox(groupId, myId),
  }
}

/** Returns the open conversation of a group. After a change of keys or encryption, a new one is created. */
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
    ? sealedWireTo(groupId, myId, encryptedGroup, waitingText)
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
  // When the group gets another reader, the waiting messages are sent.
  useEffect(
    () => encryptedGroup?.subscribe(() => conversation.deliverWaiting()),
    [conversation, encryptedGroup],
  )
  return { conversation, state: useStore(conversation) }
}

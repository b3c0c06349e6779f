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

/** Where nothing is sealed, what goes with the words stands beside them. */
function withExtra(message: Message): ShownMessage {
  return { ...message, extra: readExtra(message.metadata ?? undefined) }
}

function wireTo(groupId: number, myId: number): Wire {
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
      connection.on('message-hidden', place => {
        if (place.groupId === groupId) listener(place.seq)
      }),
    onConnect: listener => connection.on('connect', listener),
    notSent: chatText.notSent,
    pause: 3000,
  }
}

/** One with something unsent is kept while this page is open: it is still there when one comes back to the group. */
const open = new Map<string, { conversation: Conversation; sealed?: EncryptedGroup }>()

const nameOf = (groupId: number, myId: number) => `${myId}:${groupId}`

/** What waits for somebody, or for the network, lies sealed on this device. */
function outboxOf(groupId: number, myId: number): NonNullable<Wire['outbox']> {
  const loadKept = () => import('#web/lib/e2ee/kept-here.ts')
  return {
    load: async () => (await (await loadKept()).readHere<Outgoing[]>(myId, groupId, 'outgoing')) ?? [],
    save: async outgoing => (await loadKept()).keepHere(myId, groupId, 'outgoing', outgoing),
  }
}

/** Over the socket, through the encrypted group where there is one. `waiting`: what is said while nobody can read it. */
export function sealedWireTo(groupId: number, myId: number, sealed: EncryptedGroup, waiting?: string): Wire {
  return { ...sealWire(wireTo(groupId, myId), sealed, waiting), outbox: outboxOf(groupId, myId) }
}

/** With other keys, or since it was encrypted, it is another conversation. */
function conversationWith(
  groupId: number,
  myId: number,
  sealed?: EncryptedGroup,
  waiting?: string,
): Conversation {
  const name = nameOf(groupId, myId)
  const known = open.get(name)
  if (known?.sealed === sealed && known) return known.conversation
  const wire = sealed ? sealedWireTo(groupId, myId, sealed, waiting) : wireTo(groupId, myId)
  const conversation = new Conversation(wire, myId)
  open.set(name, { conversation, ...(sealed && { sealed }) })
  return conversation
}

export function useConversation(groupId: number, myId: number, sealed?: EncryptedGroup, waiting?: string) {
  const conversation = conversationWith(groupId, myId, sealed, waiting)
  useEffect(() => {
    const close = conversation.open()
    return () => {
      close()
      const isKept = conversation.get().outgoing.length > 0
      if (!isKept && open.get(nameOf(groupId, myId))?.conversation === conversation) {
        open.delete(nameOf(groupId, myId))
      }
    }
  }, [conversation, groupId, myId])
  // Somebody can read now: what waited for them goes out.
  useEffect(() => sealed?.subscribe(() => conversation.deliverWaiting()), [conversation, sealed])
  return { conversation, state: useStore(conversation) }
}

import { useEffect, useSyncExternalStore } from 'react'
import type { Message } from '#shared/contracts/chat.ts'
import type { JoinAnswer, SendAnswer } from '#shared/contracts/socket.ts'
import { request } from '#web/lib/api.ts'
import { withQuery } from '#web/lib/paging.ts'
import { connection } from '#web/lib/socket.ts'
import { chatText } from './chat.text.ts'
import { Conversation, type Wire } from './conversation.ts'

function wireTo(groupId: number, myId: number): Wire {
  return {
    fetchMessages: query => request<Message[]>('GET', withQuery(`/api/messages/${groupId}`, query)),
    join: () => connection.ask<JoinAnswer>('join-group', groupId),
    leave: () => void connection.ask('leave-group', groupId).catch(() => {}),
    send: ({ content, clientId }) =>
      connection.ask<SendAnswer>('send-message', {
        ...{ content, groupId, senderId: myId, messageType: 'text', clientId },
      }),
    isConnected: connection.isConnected,
    onMessage: listener =>
      connection.on('new-message', message => {
        if (message.groupId === groupId) listener(message)
      }),
    onConnect: listener => connection.on('connect', listener),
    notSent: chatText.notSent,
    pause: 3000,
  }
}

/** One with something unsent is kept while this page is open: it is still there when one comes back to the group. */
const open = new Map<string, Conversation>()

const nameOf = (groupId: number, myId: number) => `${myId}:${groupId}`

function conversationWith(groupId: number, myId: number): Conversation {
  const name = nameOf(groupId, myId)
  const known = open.get(name)
  if (known) return known
  const made = new Conversation(wireTo(groupId, myId), myId)
  open.set(name, made)
  return made
}

export function useConversation(groupId: number, myId: number) {
  const conversation = conversationWith(groupId, myId)
  useEffect(() => {
    const close = conversation.open()
    return () => {
      close()
      if (conversation.get().outgoing.length === 0) open.delete(nameOf(groupId, myId))
    }
  }, [conversation, groupId, myId])
  return { conversation, state: useSyncExternalStore(conversation.subscribe, conversation.get) }
}

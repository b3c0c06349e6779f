// Chat client that follows the same rules as the web client: it sends a message again until it is acknowledged.
// After a reconnect the chat client joins its groups again, orders messages by number and fetches missed messages.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { JoinGroupAcknowledgement, SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'

export interface ReliableClient {
  /** Messages that the chat client has received without gaps, beginning with the first message of the group. */
  shown: Message[]
  /** Sequence numbers of this client's acknowledged messages, by the id that the client gave each message. */
  acknowledged: Map<string, number>
  /** Sends messages until `isOver` returns true, and resolves when the server has acknowledged all of them. */
  sendMessages(isOver: () => boolean): Promise<void>
  isConnected(): boolean
  close(): void
}

export function startReliableChatClient(url: string, cookie: string, groupId: number): ReliableClient {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  const shown: Message[] = []
  const outOfOrder = new Map<number, Message>()
  const acknowledged = new Map<string, number>()
  let isFetching = false

  function insertMessageInOrder(message: Message): void {
    if (message.seq > shown.length) outOfOrder.set(message.seq, message)
    for (let next = outOfOrder.get(shown.length + 1); next; next = outOfOrder.get(shown.length + 1)) {
      shown.push(next)
      outOfOrder.delete(next.seq)
    }
  }

  async function fetchMissedMessages(upTo: number): Promise<void> {
    if (isFetching) return
    isFetching = true
    try {
      while (shown.length < upTo) {
        const messagesUrl = `${url}/api/messages/${groupId}?after=${shown.length}&limit=200`
        const response = await fetch(messagesUrl, { headers: { cookie } })
        for (const message of ((await response.json()) as Message[]).reverse()) insertMessageInOrder(message)
      }
    } catch {
      // A failed fetch of missed messages is not retried: the next message or reconnection fetches them.
    } finally {
      isFetching = false
    }
  }

  socket.on('connect', async () => {
    const acknowledgement: JoinGroupAcknowledgement | undefined = await socket
      .timeout(2000)
      .emitWithAck('join-group', groupId)
      .catch(() => undefined)
    if (acknowledgement?.ok) void fetchMissedMessages(acknowledgement.lastSeq)
    else socket.io.engine.close()
  })
  socket.on('new-message', (message: Message) => {
    insertMessageInOrder(message)
    if (outOfOrder.size > 0) void fetchMissedMessages(message.seq)
  })

  async function sendMessageUntilAcknowledged(content: string): Promise<void> {
    const clientId = randomUUID()
    while (!acknowledged.has(clientId)) {
      const acknowledgement: SendMessageAcknowledgement | undefined = await socket
        .timeout(1000)
        .emitWithAck('send-message', { content, groupId, clientId })
        .catch(() => undefined)
      if (acknowledgement?.ok) acknowledged.set(clientId, acknowledgement.message.seq)
      else await sleep(100)
    }
  }

  return {
    shown,
    acknowledged,
    sendMessages: async isOver => {
      for (let n = 1; !isOver(); n++) {
        await sendMessageUntilAcknowledged(`baris ${n}`)
        await sleep(101)
      }
    },
    isConnected: () => socket.connected,
    close: () => socket.close(),
  }
}

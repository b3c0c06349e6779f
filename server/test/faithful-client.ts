// A client as ours has to be: it sends again what was not acknowledged, rejoins by itself, places messages by their
// sequence and fetches what it missed.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Message } from '#shared/contracts/chat.ts'
import type { JoinAnswer, SendAnswer } from '#shared/contracts/socket.ts'

export interface FaithfulClient {
  /** What it shows: from the first message on, without gaps. */
  shown: Message[]
  /** Of each of its own messages that was acknowledged, where it stands. */
  acknowledged: Map<string, number>
  /** Speaks until told to stop; resolves once everything is acknowledged. */
  talk(isOver: () => boolean): Promise<void>
  isConnected(): boolean
  close(): void
}

export function startFaithfulClient(url: string, cookie: string, groupId: number): FaithfulClient {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  const shown: Message[] = []
  const early = new Map<number, Message>()
  const acknowledged = new Map<string, number>()
  let isFetching = false

  function place(message: Message): void {
    if (message.seq > shown.length) early.set(message.seq, message)
    for (let next = early.get(shown.length + 1); next; next = early.get(shown.length + 1)) {
      shown.push(next)
      early.delete(next.seq)
    }
  }

  async function fetchMissed(upTo: number): Promise<void> {
    if (isFetching) return
    isFetching = true
    try {
      while (shown.length < upTo) {
        const address = `${url}/api/messages/${groupId}?after=${shown.length}&limit=200`
        const answer = await fetch(address, { headers: { cookie } })
        for (const message of ((await answer.json()) as Message[]).reverse()) place(message)
      }
    } catch {
      // The next message or the next connection asks again.
    } finally {
      isFetching = false
    }
  }

  socket.on('connect', async () => {
    const answer: JoinAnswer | undefined = await socket
      .timeout(2000)
      .emitWithAck('join-group', groupId)
      .catch(() => undefined)
    if (answer?.ok) void fetchMissed(answer.lastSeq)
    else socket.io.engine.close()
  })
  socket.on('new-message', (message: Message) => {
    place(message)
    if (early.size > 0) void fetchMissed(message.seq)
  })

  async function say(content: string): Promise<void> {
    const clientId = randomUUID()
    while (!acknowledged.has(clientId)) {
      const answer: SendAnswer | undefined = await socket
        .timeout(1000)
        .emitWithAck('send-message', { content, groupId, clientId })
        .catch(() => undefined)
      if (answer?.ok) acknowledged.set(clientId, answer.message.seq)
      else await sleep(100)
    }
  }

  return {
    shown,
    acknowledged,
    talk: async isOver => {
      for (let n = 1; !isOver(); n++) {
        await say(`baris ${n}`)
        await sleep(101)
      }
    },
    isConnected: () => socket.connected,
    close: () => socket.close(),
  }
}

import { describe, expect, test, vi } from 'vitest'
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import {
  emptySearchProgress,
  type SearchProgress,
  searchBatchSize,
  searchHistory,
} from '#web/features/chat/search/search-history.ts'
import { Conversation } from './conversation.ts'

const ownId = 7

function buildMessage(seq: number, overrides: Partial<Message> = {}): Message {
  return {
    id: seq,
    groupId: 1,
    seq,
    senderId: 9,
    sender: { fullName: 'Siti', profileImageUrl: null },
    clientId: `c${seq}`,
    content: `kata ${seq}`,
    messageType: 'text',
    isHidden: false,
    isDeleted: false,
    editedAt: null,
    revision: null,
    reactionCount: 0,
    reactions: [],
    changeSeq: 0,
    metadata: null,
    createdAt: new Date(seq * 1000).toISOString(),
    ...overrides,
  }
}

/** In-memory server that, like the real one, numbers messages in sequence and returns pages newest first. */
function createFakeServer(count: number) {
  const stored = Array.from({ length: count }, (_, index) => buildMessage(index + 1))
  const messageListeners = new Set<(message: Message) => void>()
  const connectListeners = new Set<() => void>()
  const hiddenListeners = new Set<(seq: number) => void>()
  const changeListeners = new Set<(message: Message, after: number) => void>()
  const fetched: object[] = []
  const sent: string[] = []
  let respond: (content: string, clientId: string) => Promise<SendMessageAcknowledgement> = async (
    content,
    clientId,
  ) => {
    const next = buildMessage(stored.length + 1, { senderId: ownId, clientId, content })
    stored.push(next)
    return { ok: true, message: next }
  }
  let isConnected = true
  let isUnavailable = false
  const transport: ConversationTransport = {
    fetchMessages: async query => {
      if (isUnavailable) throw new Error('away')
      fetched.push(query)
      const { before = Number.POSITIVE_INFINITY, after = 0, limit } = query
      const match = stored.filter(({ seq }) => seq < before && seq > after)
      return (query.after === undefined ? match.slice(-limit) : match.slice(0, limit)).toReversed()
    },
    join: async () => {
      if (isUnavailable) return { ok: false, code: 'unavailable', message: 'Cuba lagi.' }
      return {
        ok: true,
        lastSeq: stored.length,
        lastChange: Math.max(0, ...stored.map(item => item.changeSeq)),
      }
    },
    leave: () => {},
    fetchChanges: async ({ after, from }) =>
      stored
        .filter(({ seq, changeSeq }) => seq >= from && changeSeq > after)
        .toSorted((a, b) => a.changeSeq - b.changeSeq),
    change: async ({ message: unchanged }) => unchanged,
    onChanged: listener => {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
    send: async ({ content, clientId = '' }) => {
      sent.push(clientId)
      return respond(content, clientId)
    },
    isConnected: () => isConnected,
    onMessage: listener => {
      messageListeners.add(listener)
      return () => messageListeners.delete(listener)
    },
    onHidden: listener => {
      hiddenListeners.add(listener)
      return () => hiddenListeners.delete(listener)
    },
    onConnect: listener => {
      connectListeners.add(listener)
      return () => connectListeners.delete(listener)
    },
    sendFailureText: 'tidak dihantar',
    pause: 10,
  }
  return {
    transport,
    stored,
    fetched,
    sent,
    emit: (sent: Message) => {
      for (const listener of messageListeners) listener(sent)
    },
    /** Edits a message. The change event is sent only if `isAnnounced` is true. */
    change: (seq: number, content: string, isAnnounced = true) => {
      const before = Math.max(0, ...stored.map(({ changeSeq }) => changeSeq))
      const now = buildMessage(seq, { content, changeSeq: before + 1 })
      stored[seq - 1] = now
      if (isAnnounced) for (const listener of changeListeners) listener(now, before)
    },
    hide: (seq: number) => {
      for (const listener of hiddenListeners) listener(seq)
    },
    /** Stores messages on the fake server without sending socket events. */
    addMessages: (count: number) => {
      for (let i = 0; i < count; i++) stored.push(buildMessage(stored.length + 1))
    },
    setResponse: (next: typeof respond) => {
      respond = next
    },
    /** Makes the fake server fail as if its database were unavailable. */
    setUnavailable: (value: boolean) => {
      isUnavailable = value
    },
    disconnect: () => {
      isConnected = false
    },
    reconnect: () => {
      isConnected = true
      for (const listener of connectListeners) listener()
    },
  }
}

const listSeqs = (conversation: Conversation) => conversation.get().messages.map(({ seq }) => seq)
const seqRange = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

async function openConversation(count: number) {
  const server = createFakeServer(count)
  const conversation = new Conversation(server.transport, ownId)
  const close = conversation.open()
  await vi.waitFor(() => expect(conversation.get().phase).toBe('ready'))
  return { server, conversation, close }
}

describe('Conversation message changes', () => {
  const contentAt = (conversation: Conversation, seq: number) =>
    conversation.get().messages.find(item => item.seq === seq)?.content

  test('Conversation replaces an edited message, and fetches missed edits when a later edit arrives', async () => {
    const { server, conversation } = await openConversation(5)
    server.change(2, 'dua')
    expect(contentAt(conversation, 2)).toBe('dua')
    server.change(3, 'tiga', false)
    server.change(4, 'empat', false)
    expect(contentAt(conversation, 3)).toBe('kata 3')
    server.change(2, 'dua lagi')
    await vi.waitFor(() => expect(contentAt(conversation, 4)).toBe('empat'))
    expect([2, 3].map(seq => contentAt(conversation, seq))).toEqual(['dua lagi', 'tiga'])
    expect(listSeqs(conversation)).toEqual(seqRange(5))
  })

  test('Conversation fetches and applies edits that it missed while offline after a reconnection', async () => {
    const { server, conversation } = await openConversation(5)
    server.disconnect()
    for (const content of ['satu', 'satu!']) server.change(1, content, false)
    server.reconnect()
    await vi.waitFor(() => expect(contentAt(conversation, 1)).toBe('satu!'))
  })

  test('an older message page or an older change event does not overwrite a newer edit of a message', async () => {
    const { server, conversation } = await openConversation(80)
    const fetchMessages = server.transport.fetchMessages
    server.transport.fetchMessages = async query => {
      const page = await fetchMessages(query)
      server.change(10, 'sepuluh')
      return page
    }
    await conversation.loadOlder()
    expect(contentAt(conversation, 10)).toBe('sepuluh')
    conversation.receiveChange(buildMessage(10, { content: 'lama', changeSeq: 0 }), 0)
    expect(contentAt(conversation, 10)).toBe('sepuluh')
  })
})

describe('Conversation changes during synchronization and in quotes', () => {
  test('Conversation fetches a change that is announced while earlier changes are being fetched', async () => {
    const { server, conversation } = await openConversation(3)
    const { fetchChanges } = server.transport
    let releaseFetch = () => {}
    const fetchReleased = new Promise<void>(resolve => {
      releaseFetch = resolve
    })
    server.transport.fetchChanges = async query => {
      const changed = await fetchChanges(query)
      await fetchReleased
      return changed
    }
    server.change(1, 'tak didengar', false)
    server.change(2, 'pertama')
    server.change(1, 'terlepas', false)
    // Rejoining announces the newest change number while the first fetch is still pending.
    await conversation.joinAndSync()
    releaseFetch()
    await vi.waitFor(() => expect(conversation.get().messages[0]?.content).toBe('terlepas'))
  })

  test('a quoted message shows edits and moderator hiding, and is fetched again after a reconnection', async () => {
    const { server, conversation } = await openConversation(80)
    await conversation.loadQuotedMessage(3)
    await conversation.loadQuotedMessage(99)
    const quoted = (seq: number) => conversation.get().quoted.get(seq)
    expect([quoted(3)?.content, quoted(99)]).toEqual(['kata 3', null])
    server.change(3, '')
    expect(quoted(3)?.content).toBe('')
    server.hide(3)
    expect(quoted(3)?.isHidden).toBe(true)
    server.disconnect()
    server.change(3, 'lain', false)
    server.reconnect()
    await vi.waitFor(() => expect(quoted(3)).toBeUndefined())
    await conversation.loadQuotedMessage(3)
    expect(quoted(3)?.content).toBe('lain')
  })

  test("the user's own reaction stays shown when an update lists only the newest reactions, until the user removes it", async () => {
    const { server, conversation } = await openConversation(3)
    const by = (userId: number) => ({ userId, fullName: '', id: 'r', content: '👍', metadata: null })
    const announce = (changeSeq: number, reactionCount: number, people: number[]) =>
      conversation.receiveChange(
        buildMessage(2, { changeSeq, reactionCount, reactions: people.map(by) }),
        changeSeq - 1,
      )
    const reactors = () => conversation.get().messages[1]?.reactions.map(({ userId }) => userId)
    announce(1, 1, [ownId])
    announce(2, 31, [20, 21])
    announce(3, 32, [22, 23])
    expect(reactors()).toEqual([ownId, 22, 23])
    // A removed reaction disappears even if the change event arrives before the response to the removal.
    const unreacted = buildMessage(2, { changeSeq: 4, reactionCount: 31, reactions: [22, 23].map(by) })
    server.transport.change = async () => {
      conversation.receiveChange(unreacted, 3)
      return unreacted
    }
    await conversation.changeMessage({ message: unreacted, op: 'unreact' })
    expect(reactors()).toEqual([22, 23])
  })
})

describe('Conversation receiving messages', () => {
  test('Conversation loads the newest page first and older pages on request without gaps', async () => {
    const { conversation } = await openConversation(120)
    expect(listSeqs(conversation)).toEqual(seqRange(120, 71))
    expect(conversation.get().hasOlder).toBe(true)
    await Promise.all([conversation.loadOlder(), conversation.loadOlder()])
    expect(listSeqs(conversation)).toEqual(seqRange(120, 21))
    await conversation.loadOlder()
    expect([listSeqs(conversation), conversation.get().hasOlder]).toEqual([seqRange(120), false])
  })

  test('Conversation appends messages in sequence and ignores duplicates', async () => {
    const { server, conversation } = await openConversation(3)
    server.addMessages(1)
    for (const seq of [4, 4, 3]) server.emit(buildMessage(seq))
    expect(listSeqs(conversation)).toEqual(seqRange(4))
  })

  test('Conversation shows each message once and in order when a response of the server lists messages twice and out of order', async () => {
    const { server, conversation } = await openConversation(3)
    server.addMessages(3)
    server.stored.splice(
      3,
      3,
      buildMessage(6),
      buildMessage(4),
      buildMessage(6),
      buildMessage(5),
      buildMessage(2),
    )
    server.emit(buildMessage(6))
    await vi.waitFor(() => expect(listSeqs(conversation)).toEqual(seqRange(6)))
  })

  test('Conversation marks a message as not verified when the server lists the message a second time at another position', async () => {
    const { server, conversation } = await openConversation(3)
    server.emit(buildMessage(4, { clientId: 'c2', content: 'kata 2' }))
    server.emit(buildMessage(5, { clientId: 'c2', content: 'kata 2', senderId: 8 }))
    expect(conversation.get().messages.map(({ content, trouble }) => trouble ?? content)).toEqual([
      ...['kata 1', 'kata 2', 'kata 3'],
      ...['forged', 'kata 2'],
    ])
  })

  test('Conversation keeps a hidden message at its position without its content', async () => {
    const { server, conversation } = await openConversation(3)
    const before = conversation.get().messages
    server.hide(2)
    server.hide(9)
    const now = conversation.get().messages
    expect(now.map(({ content, isHidden }) => [content, isHidden])).toEqual([
      ['kata 1', false],
      ['', true],
      ['kata 3', false],
    ])
    expect([now[0], now[2]]).toEqual([before[0], before[2]])
  })

  test('Conversation fetches all messages of a long gap before it shows the messages after the gap', async () => {
    const { server, conversation } = await openConversation(3)
    server.addMessages(450)
    server.emit(buildMessage(453))
    server.emit(buildMessage(452))
    expect(listSeqs(conversation)).toEqual(seqRange(3))
    await vi.waitFor(() => expect(listSeqs(conversation)).toEqual(seqRange(453)))
  })

  test('Conversation fetches missed messages after a reconnection even if no new message arrives', async () => {
    const { server, conversation } = await openConversation(3)
    server.disconnect()
    server.addMessages(5)
    server.reconnect()
    await vi.waitFor(() => expect(listSeqs(conversation)).toEqual(seqRange(8)))
  })

  test('Conversation shows a message that arrives while the first page is loading', async () => {
    const server = createFakeServer(2)
    const conversation = new Conversation(server.transport, ownId)
    conversation.open()
    server.addMessages(1)
    server.emit(buildMessage(3))
    await vi.waitFor(() => expect(listSeqs(conversation)).toEqual(seqRange(3)))
  })

  test('Conversation retries joining its group until the database of the server is available again', async () => {
    const server = createFakeServer(2)
    server.setUnavailable(true)
    const conversation = new Conversation(server.transport, ownId)
    const close = conversation.open()
    await vi.waitFor(() => expect(conversation.get().phase).toBe('failed'))
    server.setUnavailable(false)
    await vi.waitFor(() => expect(listSeqs(conversation)).toEqual(seqRange(2)))
    server.addMessages(1)
    server.emit(buildMessage(3))
    expect(listSeqs(conversation)).toEqual(seqRange(3))
    close()
  })

  test('Conversation.loadOlder can be retried after a failed request', async () => {
    const { server, conversation } = await openConversation(80)
    server.setUnavailable(true)
    await conversation.loadOlder()
    expect(conversation.get()).toMatchObject({ isOlderLost: true, hasOlder: true })
    server.setUnavailable(false)
    await conversation.loadOlder()
    expect([listSeqs(conversation), conversation.get().isOlderLost]).toEqual([seqRange(80), false])
  })

  test('Conversation restarts from the newest page after missing thousands of messages', async () => {
    const { server, conversation } = await openConversation(3)
    server.disconnect()
    server.addMessages(5000)
    server.reconnect()
    await vi.waitFor(() => expect(listSeqs(conversation)).toEqual(seqRange(5003, 4954)))
    expect(conversation.get().hasOlder).toBe(true)
  })

  test('Conversation.trimOldMessages drops older messages from memory, and loadOlder fetches the dropped messages again', async () => {
    const { conversation } = await openConversation(1200)
    while (conversation.get().hasOlder) await conversation.loadOlder()
    conversation.trimOldMessages()
    expect([listSeqs(conversation), conversation.get().hasOlder]).toEqual([seqRange(1200, 701), true])
    await conversation.loadOlder()
    expect(listSeqs(conversation)).toEqual(seqRange(1200, 651))
  })
})

describe('Conversation sending messages', () => {
  test('Conversation shows a sent message immediately and only once', async () => {
    const { server, conversation } = await openConversation(2)
    conversation.send('hai')
    expect(conversation.get().outgoing).toMatchObject([{ content: 'hai' }])
    await vi.waitFor(() => expect(conversation.get().outgoing).toEqual([]))
    const lastMessage = server.stored.at(-1) as Message
    // The server also broadcasts the message to its sender.
    server.emit(lastMessage)
    expect(conversation.get().messages.filter(({ content }) => content === 'hai')).toHaveLength(1)
  })

  test('an outgoing message counts as sent when its broadcast arrives before the send response', async () => {
    const { server, conversation } = await openConversation(1)
    let finish = () => {}
    server.setResponse(
      (content, clientId) =>
        new Promise(resolve => {
          const next = buildMessage(2, { senderId: ownId, clientId, content })
          server.stored.push(next)
          finish = () => resolve({ ok: true, message: next })
        }),
    )
    conversation.send('hai')
    server.emit(server.stored[1] as Message)
    expect([conversation.get().outgoing, listSeqs(conversation)]).toEqual([[], [1, 2]])
    finish()
    await Promise.resolve()
    expect(listSeqs(conversation)).toEqual([1, 2])
  })

  test('a rejected outgoing message keeps its error, can be sent again with the same client-generated id, and can be discarded', async () => {
    const { server, conversation } = await openConversation(1)
    server.setResponse(async () => ({ ok: false, code: 'unavailable', message: 'Cuba lagi.' }))
    conversation.send('hai')
    await vi.waitFor(() => expect(conversation.get().outgoing).toMatchObject([{ error: 'Cuba lagi.' }]))
    const clientId = conversation.get().outgoing[0]?.clientId ?? ''
    conversation.outgoing.retry(clientId)
    expect(conversation.get().outgoing[0]?.error).toBeUndefined()
    await vi.waitFor(() => expect(conversation.get().outgoing[0]?.error).toBe('Cuba lagi.'))
    expect(server.sent).toEqual([clientId, clientId])
    conversation.outgoing.discard(clientId)
    expect(conversation.get().outgoing).toEqual([])
  })

  test('messages that exceed the rate limit are sent again in their order, without an error and without duplicates', async () => {
    const { server, conversation } = await openConversation(0)
    let accepted = 0
    const store = async (content: string, clientId: string): Promise<SendMessageAcknowledgement> => {
      if (accepted === 10) return { ok: false, code: 'too_fast', message: 'Terlalu laju.' }
      accepted += 1
      const next = buildMessage(server.stored.length + 1, { senderId: ownId, clientId, content })
      server.stored.push(next)
      return { ok: true, message: next }
    }
    server.setResponse(store)
    const contents = Array.from({ length: 13 }, (_, index) => `kata ${index + 1}`)
    for (const content of contents) conversation.send(content)
    await vi.waitFor(() => expect(server.sent.length).toBeGreaterThan(13))
    expect(conversation.get().outgoing.map(message => [message.content, message.error])).toEqual(
      contents.slice(10).map(content => [content, undefined]),
    )
    accepted = 0
    await vi.waitFor(() => expect(conversation.get().outgoing).toEqual([]))
    expect(server.stored.map(message => message.content)).toEqual(contents)
  })

  test('an outgoing message interrupted by a lost connection is resent automatically with the same client-generated id', async () => {
    const { server, conversation } = await openConversation(1)
    server.setResponse(async () => {
      server.disconnect()
      throw new Error('no answer')
    })
    conversation.send('hai')
    await vi.waitFor(() => expect(server.sent).toHaveLength(1))
    expect(conversation.get().outgoing).toMatchObject([{ content: 'hai' }])
    server.setResponse(async (content, clientId) => {
      const next = buildMessage(2, { senderId: ownId, clientId, content })
      server.stored.push(next)
      return { ok: true, message: next }
    })
    server.reconnect()
    await vi.waitFor(() => expect(conversation.get().outgoing).toEqual([]))
    expect(new Set(server.sent).size).toBe(1)
    expect(listSeqs(conversation)).toEqual([1, 2])
  })
})

describe('Conversation.loadBackTo', () => {
  const getEdges = (conversation: Conversation) => [listSeqs(conversation)[0], listSeqs(conversation).at(-1)]

  test('loadBackTo fetches only the page around a distant message and nothing in between', async () => {
    const { server, conversation } = await openConversation(5000)
    const before = server.fetched.length
    expect(await conversation.loadBackTo(1200)).toBe(true)
    expect(server.fetched.length).toBe(before + 1)
    expect(getEdges(conversation)).toEqual([1176, 1225])
    expect(conversation.get()).toMatchObject({ hasOlder: true, hasNewer: true })
    // New messages are not appended, because messages between them and the shown page are not loaded.
    server.addMessages(1)
    server.emit(server.stored[5000] as Message)
    expect(getEdges(conversation)).toEqual([1176, 1225])
    await conversation.loadOlder()
    await conversation.loadNewer()
    expect(getEdges(conversation)).toEqual([1126, 1275])
    expect(await conversation.loadBackTo(4900)).toBe(true)
    expect(getEdges(conversation)).toEqual([4876, 4925])
    for (let time = 0; time < 3; time++) await conversation.loadNewer()
    expect(getEdges(conversation)).toEqual([4876, 5001])
    expect(conversation.get().hasNewer).toBe(false)
    expect(await conversation.loadBackTo(9000)).toBe(true)
    expect(await conversation.loadBackTo(4880)).toBe(true)
  })

  test('Conversation keeps a page of much older messages after a reconnection, and sending a message returns to the newest page', async () => {
    const { server, conversation } = await openConversation(2000)
    await conversation.loadBackTo(100)
    server.addMessages(1)
    server.reconnect()
    await vi.waitFor(() => expect(server.fetched.length).toBeGreaterThan(1))
    expect(getEdges(conversation)).toEqual([76, 125])
    server.setResponse(async (content, clientId) => {
      const known = server.stored.find(item => item.clientId === clientId)
      const saved = known ?? buildMessage(server.stored.length + 1, { senderId: ownId, clientId, content })
      if (!known) server.stored.push(saved)
      return { ok: true, message: saved }
    })
    conversation.send('Di sini')
    await vi.waitFor(() => expect(conversation.get().outgoing).toEqual([]))
    expect(getEdges(conversation)).toEqual([expect.any(Number), 2002])
    expect(new Set(listSeqs(conversation)).size).toBe(listSeqs(conversation).length)
    expect(await conversation.loadBackTo(1)).toBe(true)
    expect(conversation.get()).toMatchObject({ hasOlder: false, hasNewer: true })
  })

  test('loadBackTo returns false and keeps the shown messages when the server is unavailable', async () => {
    const { server, conversation } = await openConversation(1000)
    const shown = getEdges(conversation)
    server.setUnavailable(true)
    expect(await conversation.loadBackTo(3)).toBe(false)
    expect(getEdges(conversation)).toEqual(shown)
  })
})

describe('searchHistory', () => {
  async function readLastProgress(search: AsyncGenerator<SearchProgress>): Promise<SearchProgress> {
    let found = emptySearchProgress
    for await (const next of search) found = next
    return found
  }

  test('searchHistory resumes after each batch and after a failed request without fetching a page twice', async () => {
    const server = createFakeServer(2 * searchBatchSize + 300)
    const first = await readLastProgress(searchHistory(server.transport, 'KATA 12'))
    expect(first).toMatchObject({ searched: searchBatchSize, hasMore: true, isSearching: false })
    server.setUnavailable(true)
    const interrupted = await readLastProgress(searchHistory(server.transport, 'kata 12', first))
    expect(interrupted).toMatchObject({ searched: searchBatchSize, hasMore: true, isSearching: false })
    server.setUnavailable(false)
    const second = await readLastProgress(searchHistory(server.transport, 'kata 12', interrupted))
    const third = await readLastProgress(searchHistory(server.transport, 'kata 12', second))
    expect(third).toMatchObject({ searched: 2 * searchBatchSize + 300, hasMore: false, isSearching: false })
    const expectedSeqs = server.stored.filter(({ content }) => content.includes('12')).map(({ seq }) => seq)
    expect(third.matches.map(({ seq }) => seq)).toEqual(expectedSeqs.toReversed())
    expect(new Set(server.fetched.map(query => JSON.stringify(query))).size).toBe(server.fetched.length)
  })
})

import { describe, expect, test, vi } from 'vitest'
import type { Message } from '#shared/contracts/chat.ts'
import type { SendAnswer } from '#shared/contracts/socket.ts'
import { Conversation } from './conversation.ts'
import type { Wire } from './conversation-wire.ts'
import { type Found, nothing, searchBack, stretch } from './search-back.ts'

const me = 7

function message(seq: number, overrides: Partial<Message> = {}): Message {
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

/** The other end, holding what was said; it answers as the server does, by sequence and newest first. */
function createEnd(count: number) {
  const said = Array.from({ length: count }, (_, index) => message(index + 1))
  const heard = new Set<(message: Message) => void>()
  const connected = new Set<() => void>()
  const hidden = new Set<(seq: number) => void>()
  const changed = new Set<(message: Message, after: number) => void>()
  const fetched: object[] = []
  const sent: string[] = []
  let answer: (content: string, clientId: string) => Promise<SendAnswer> = async (content, clientId) => {
    const next = message(said.length + 1, { senderId: me, clientId, content })
    said.push(next)
    return { ok: true, message: next }
  }
  let isConnected = true
  let isAway = false
  const wire: Wire = {
    fetchMessages: async query => {
      if (isAway) throw new Error('away')
      fetched.push(query)
      const { before = Number.POSITIVE_INFINITY, after = 0, limit } = query
      const match = said.filter(({ seq }) => seq < before && seq > after)
      return (query.after === undefined ? match.slice(-limit) : match.slice(0, limit)).toReversed()
    },
    join: async () => {
      if (isAway) return { ok: false, code: 'unavailable', message: 'Cuba lagi.' }
      return { ok: true, lastSeq: said.length, lastChange: Math.max(0, ...said.map(one => one.changeSeq)) }
    },
    leave: () => {},
    fetchChanges: async ({ after, from }) =>
      said
        .filter(({ seq, changeSeq }) => seq >= from && changeSeq > after)
        .toSorted((a, b) => a.changeSeq - b.changeSeq),
    change: async ({ message: one }) => one,
    onChanged: listener => {
      changed.add(listener)
      return () => changed.delete(listener)
    },
    send: async ({ content, clientId = '' }) => {
      sent.push(clientId)
      return answer(content, clientId)
    },
    isConnected: () => isConnected,
    onMessage: listener => {
      heard.add(listener)
      return () => heard.delete(listener)
    },
    onHidden: listener => {
      hidden.add(listener)
      return () => hidden.delete(listener)
    },
    onConnect: listener => {
      connected.add(listener)
      return () => connected.delete(listener)
    },
    notSent: 'tidak dihantar',
    pause: 10,
  }
  return {
    wire,
    said,
    fetched,
    sent,
    emit: (one: Message) => {
      for (const listener of heard) listener(one)
    },
    /** Changed; told of only if `isHeard`, with the change before it. */
    change: (seq: number, content: string, isHeard = true) => {
      const before = Math.max(0, ...said.map(({ changeSeq }) => changeSeq))
      const now = message(seq, { content, changeSeq: before + 1 })
      said[seq - 1] = now
      if (isHeard) for (const listener of changed) listener(now, before)
    },
    hide: (seq: number) => {
      for (const listener of hidden) listener(seq)
    },
    /** Said while nobody is told. */
    say: (count: number) => {
      for (let i = 0; i < count; i++) said.push(message(said.length + 1))
    },
    setAnswer: (next: typeof answer) => {
      answer = next
    },
    /** Whether the database can be asked. */
    setAway: (value: boolean) => {
      isAway = value
    },
    cut: () => {
      isConnected = false
    },
    reconnect: () => {
      isConnected = true
      for (const listener of connected) listener()
    },
  }
}

const seqs = (conversation: Conversation) => conversation.get().messages.map(({ seq }) => seq)
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

async function opened(count: number) {
  const end = createEnd(count)
  const conversation = new Conversation(end.wire, me)
  const close = conversation.open()
  await vi.waitFor(() => expect(conversation.get().phase).toBe('ready'))
  return { end, conversation, close }
}

describe('what becomes of a message', () => {
  const wordsAt = (conversation: Conversation, seq: number) =>
    conversation.get().messages.find(one => one.seq === seq)?.content

  test('is shown in its place; what was not heard of is asked for as soon as something newer is', async () => {
    const { end, conversation } = await opened(5)
    end.change(2, 'dua')
    expect(wordsAt(conversation, 2)).toBe('dua')
    end.change(3, 'tiga', false)
    end.change(4, 'empat', false)
    expect(wordsAt(conversation, 3)).toBe('kata 3')
    end.change(2, 'dua lagi')
    await vi.waitFor(() => expect(wordsAt(conversation, 4)).toBe('empat'))
    expect([2, 3].map(seq => wordsAt(conversation, seq))).toEqual(['dua lagi', 'tiga'])
    expect(seqs(conversation)).toEqual(upTo(5))
  })

  test('while one was away is there after coming back', async () => {
    const { end, conversation } = await opened(5)
    end.cut()
    for (const words of ['satu', 'satu!']) end.change(1, words, false)
    end.reconnect()
    await vi.waitFor(() => expect(wordsAt(conversation, 1)).toBe('satu!'))
  })

  test('is not undone by an older page that was on its way, nor by an older change', async () => {
    const { end, conversation } = await opened(80)
    const fetchMessages = end.wire.fetchMessages
    end.wire.fetchMessages = async query => {
      const page = await fetchMessages(query)
      end.change(10, 'sepuluh')
      return page
    }
    await conversation.loadOlder()
    expect(wordsAt(conversation, 10)).toBe('sepuluh')
    conversation.receiveChange(message(10, { content: 'lama', changeSeq: 0 }), 0)
    expect(wordsAt(conversation, 10)).toBe('sepuluh')
  })
})

describe('what became of a message that stands further back', () => {
  test('that is spoken of while others are on their way is fetched after them', async () => {
    const { end, conversation } = await opened(3)
    const { fetchChanges } = end.wire
    let letGo = () => {}
    const held = new Promise<void>(resolve => {
      letGo = resolve
    })
    end.wire.fetchChanges = async query => {
      const changed = await fetchChanges(query)
      await held
      return changed
    }
    end.change(1, 'tak didengar', false)
    end.change(2, 'pertama')
    end.change(1, 'terlepas', false)
    // Cut off and back: how far it has come is known, and the first look is still on its way.
    await conversation.enter()
    letGo()
    await vi.waitFor(() => expect(conversation.get().messages[0]?.content).toBe('terlepas'))
  })

  test('is seen where it is quoted, also after one was away', async () => {
    const { end, conversation } = await opened(80)
    await conversation.quote(3)
    await conversation.quote(99)
    const quoted = (seq: number) => conversation.get().quoted.get(seq)
    expect([quoted(3)?.content, quoted(99)]).toEqual(['kata 3', null])
    end.change(3, '')
    expect(quoted(3)?.content).toBe('')
    end.hide(3)
    expect(quoted(3)?.isHidden).toBe(true)
    end.cut()
    end.change(3, 'lain', false)
    end.reconnect()
    await vi.waitFor(() => expect(quoted(3)).toBeUndefined())
    await conversation.quote(3)
    expect(quoted(3)?.content).toBe('lain')
  })

  test('keeps one’s own reaction, of which a list of the newest does not tell', async () => {
    const { end, conversation } = await opened(3)
    const by = (userId: number) => ({ userId, fullName: '', id: 'r', content: '👍', metadata: null })
    const told = (changeSeq: number, reactionCount: number, people: number[]) =>
      conversation.receiveChange(
        message(2, { changeSeq, reactionCount, reactions: people.map(by) }),
        changeSeq - 1,
      )
    const reactors = () => conversation.get().messages[1]?.reactions.map(({ userId }) => userId)
    told(1, 1, [me])
    told(2, 31, [20, 21])
    told(3, 32, [22, 23])
    expect(reactors()).toEqual([me, 22, 23])
    // Taken back: the answer leaves it out, whichever is heard first.
    const taken = message(2, { changeSeq: 4, reactionCount: 31, reactions: [22, 23].map(by) })
    end.wire.change = async () => {
      conversation.receiveChange(taken, 3)
      return taken
    }
    await conversation.change({ message: taken, op: 'unreact' })
    expect(reactors()).toEqual([22, 23])
  })
})

describe('what is heard', () => {
  test('the newest page, older ones on asking, without gaps', async () => {
    const { conversation } = await opened(120)
    expect(seqs(conversation)).toEqual(upTo(120, 71))
    expect(conversation.get().hasOlder).toBe(true)
    await Promise.all([conversation.loadOlder(), conversation.loadOlder()])
    expect(seqs(conversation)).toEqual(upTo(120, 21))
    await conversation.loadOlder()
    expect([seqs(conversation), conversation.get().hasOlder]).toEqual([upTo(120), false])
  })

  test('what comes in order is added, what comes twice is not', async () => {
    const { end, conversation } = await opened(3)
    end.say(1)
    for (const seq of [4, 4, 3]) end.emit(message(seq))
    expect(seqs(conversation)).toEqual(upTo(4))
  })

  test('what is hidden stays at its place and says nothing', async () => {
    const { end, conversation } = await opened(3)
    const before = conversation.get().messages
    end.hide(2)
    end.hide(9)
    const now = conversation.get().messages
    expect(now.map(({ content, isHidden }) => [content, isHidden])).toEqual([
      ['kata 1', false],
      ['', true],
      ['kata 3', false],
    ])
    expect([now[0], now[2]]).toEqual([before[0], before[2]])
  })

  test('a gap is filled before what lies behind it is shown, however long it is', async () => {
    const { end, conversation } = await opened(3)
    end.say(450)
    end.emit(message(453))
    end.emit(message(452))
    expect(seqs(conversation)).toEqual(upTo(3))
    await vi.waitFor(() => expect(seqs(conversation)).toEqual(upTo(453)))
  })

  test('after a reconnection what was missed is there, also when nothing new is said', async () => {
    const { end, conversation } = await opened(3)
    end.cut()
    end.say(5)
    end.reconnect()
    await vi.waitFor(() => expect(seqs(conversation)).toEqual(upTo(8)))
  })

  test('what arrives while the first page is on its way is not lost', async () => {
    const end = createEnd(2)
    const conversation = new Conversation(end.wire, me)
    conversation.open()
    end.say(1)
    end.emit(message(3))
    await vi.waitFor(() => expect(seqs(conversation)).toEqual(upTo(3)))
  })

  test('refused entry while the database is away is tried again until it is let in', async () => {
    const end = createEnd(2)
    end.setAway(true)
    const conversation = new Conversation(end.wire, me)
    const close = conversation.open()
    await vi.waitFor(() => expect(conversation.get().phase).toBe('failed'))
    end.setAway(false)
    await vi.waitFor(() => expect(seqs(conversation)).toEqual(upTo(2)))
    end.say(1)
    end.emit(message(3))
    expect(seqs(conversation)).toEqual(upTo(3))
    close()
  })

  test('older ones that did not come can be asked for again', async () => {
    const { end, conversation } = await opened(80)
    end.setAway(true)
    await conversation.loadOlder()
    expect(conversation.get()).toMatchObject({ isOlderLost: true, hasOlder: true })
    end.setAway(false)
    await conversation.loadOlder()
    expect([seqs(conversation), conversation.get().isOlderLost]).toEqual([upTo(80), false])
  })

  test('after a very long absence it begins with the newest', async () => {
    const { end, conversation } = await opened(3)
    end.cut()
    end.say(5000)
    end.reconnect()
    await vi.waitFor(() => expect(seqs(conversation)).toEqual(upTo(5003, 4954)))
    expect(conversation.get().hasOlder).toBe(true)
  })

  test('a walk back is let go of, and can be taken again', async () => {
    const { conversation } = await opened(1200)
    while (conversation.get().hasOlder) await conversation.loadOlder()
    conversation.letGoOfOld()
    expect([seqs(conversation), conversation.get().hasOlder]).toEqual([upTo(1200, 701), true])
    await conversation.loadOlder()
    expect(seqs(conversation)).toEqual(upTo(1200, 651))
  })
})

describe('what is said', () => {
  test('shows at once, and once', async () => {
    const { end, conversation } = await opened(2)
    conversation.send('hai')
    expect(conversation.get().outgoing).toMatchObject([{ content: 'hai' }])
    await vi.waitFor(() => expect(conversation.get().outgoing).toEqual([]))
    const last = end.said.at(-1) as Message
    // The room hears it too, the sender included.
    end.emit(last)
    expect(conversation.get().messages.filter(({ content }) => content === 'hai')).toHaveLength(1)
  })

  test('heard in the room before the answer came, it is no longer on its way', async () => {
    const { end, conversation } = await opened(1)
    let finish = () => {}
    end.setAnswer(
      (content, clientId) =>
        new Promise(resolve => {
          const next = message(2, { senderId: me, clientId, content })
          end.said.push(next)
          finish = () => resolve({ ok: true, message: next })
        }),
    )
    conversation.send('hai')
    end.emit(end.said[1] as Message)
    expect([conversation.get().outgoing, seqs(conversation)]).toEqual([[], [1, 2]])
    finish()
    await Promise.resolve()
    expect(seqs(conversation)).toEqual([1, 2])
  })

  test('refused: it stays with the reason, can go again under the same id, or be dropped', async () => {
    const { end, conversation } = await opened(1)
    end.setAnswer(async () => ({ ok: false, code: 'unavailable', message: 'Cuba lagi.' }))
    conversation.send('hai')
    await vi.waitFor(() => expect(conversation.get().outgoing).toMatchObject([{ error: 'Cuba lagi.' }]))
    const clientId = conversation.get().outgoing[0]?.clientId ?? ''
    conversation.retry(clientId)
    expect(conversation.get().outgoing[0]?.error).toBeUndefined()
    await vi.waitFor(() => expect(conversation.get().outgoing[0]?.error).toBe('Cuba lagi.'))
    expect(end.sent).toEqual([clientId, clientId])
    conversation.discard(clientId)
    expect(conversation.get().outgoing).toEqual([])
  })

  test('cut off on the way: it goes again by itself under the same id', async () => {
    const { end, conversation } = await opened(1)
    end.setAnswer(async () => {
      end.cut()
      throw new Error('no answer')
    })
    conversation.send('hai')
    await vi.waitFor(() => expect(end.sent).toHaveLength(1))
    expect(conversation.get().outgoing).toMatchObject([{ content: 'hai' }])
    end.setAnswer(async (content, clientId) => {
      const next = message(2, { senderId: me, clientId, content })
      end.said.push(next)
      return { ok: true, message: next }
    })
    end.reconnect()
    await vi.waitFor(() => expect(conversation.get().outgoing).toEqual([]))
    expect(new Set(end.sent).size).toBe(1)
    expect(seqs(conversation)).toEqual([1, 2])
  })
})

describe('a place far back', () => {
  const edges = (conversation: Conversation) => [seqs(conversation)[0], seqs(conversation).at(-1)]

  test('is shown with what stands around it, and nothing in between is fetched', async () => {
    const { end, conversation } = await opened(5000)
    const before = end.fetched.length
    expect(await conversation.loadBackTo(1200)).toBe(true)
    expect(end.fetched.length).toBe(before + 1)
    expect(edges(conversation)).toEqual([1176, 1225])
    expect(conversation.get()).toMatchObject({ hasOlder: true, hasNewer: true })
    // What is said meanwhile is not put behind a gap.
    end.say(1)
    end.emit(end.said[5000] as Message)
    expect(edges(conversation)).toEqual([1176, 1225])
    await conversation.loadOlder()
    await conversation.loadNewer()
    expect(edges(conversation)).toEqual([1126, 1275])
    expect(await conversation.loadBackTo(4900)).toBe(true)
    expect(edges(conversation)).toEqual([4876, 4925])
    for (let time = 0; time < 3; time++) await conversation.loadNewer()
    expect(edges(conversation)).toEqual([4876, 5001])
    expect(conversation.get().hasNewer).toBe(false)
    expect(await conversation.loadBackTo(9000)).toBe(true)
    expect(await conversation.loadBackTo(4880)).toBe(true)
  })

  test('is left by speaking, and by a look at the newest; a reconnection does not end it', async () => {
    const { end, conversation } = await opened(2000)
    await conversation.loadBackTo(100)
    end.say(1)
    end.reconnect()
    await vi.waitFor(() => expect(end.fetched.length).toBeGreaterThan(1))
    expect(edges(conversation)).toEqual([76, 125])
    end.setAnswer(async (content, clientId) => {
      const known = end.said.find(one => one.clientId === clientId)
      const said = known ?? message(end.said.length + 1, { senderId: me, clientId, content })
      if (!known) end.said.push(said)
      return { ok: true, message: said }
    })
    conversation.send('Di sini')
    await vi.waitFor(() => expect(conversation.get().outgoing).toEqual([]))
    expect(edges(conversation)).toEqual([expect.any(Number), 2002])
    expect(new Set(seqs(conversation)).size).toBe(seqs(conversation).length)
    expect(await conversation.loadBackTo(1)).toBe(true)
    expect(conversation.get()).toMatchObject({ hasOlder: false, hasNewer: true })
  })

  test('that cannot be reached leaves everything as it is', async () => {
    const { end, conversation } = await opened(1000)
    const shown = edges(conversation)
    end.setAway(true)
    expect(await conversation.loadBackTo(3)).toBe(false)
    expect(edges(conversation)).toEqual(shown)
  })
})

describe('looking for words', () => {
  async function last(search: AsyncGenerator<Found>): Promise<Found> {
    let found = nothing
    for await (const next of search) found = next
    return found
  }

  test('goes on from where it ended, also after a cut, and fetches nothing twice', async () => {
    const end = createEnd(2 * stretch + 300)
    const first = await last(searchBack(end.wire, 'KATA 12'))
    expect(first).toMatchObject({ searched: stretch, hasMore: true, isSearching: false })
    end.setAway(true)
    const cut = await last(searchBack(end.wire, 'kata 12', first))
    expect(cut).toMatchObject({ searched: stretch, hasMore: true, isSearching: false })
    end.setAway(false)
    const second = await last(searchBack(end.wire, 'kata 12', cut))
    const third = await last(searchBack(end.wire, 'kata 12', second))
    expect(third).toMatchObject({ searched: 2 * stretch + 300, hasMore: false, isSearching: false })
    const wanted = end.said.filter(({ content }) => content.includes('12')).map(({ seq }) => seq)
    expect(third.matches.map(({ seq }) => seq)).toEqual(wanted.toReversed())
    expect(new Set(end.fetched.map(query => JSON.stringify(query))).size).toBe(end.fetched.length)
  })
})

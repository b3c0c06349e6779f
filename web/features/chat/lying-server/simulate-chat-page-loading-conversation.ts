// Opens a conversation as the chat page does, on a dishonest server that answers each request with different data.
// Socket events of the test server arrive between requests: genuine, altered, repeated, or for unloaded messages.
import type { Message } from '#shared/contracts/chat/chat.schemas.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { wrapTransportWithEncryption } from '#web/features/chat/encryption/encrypted-transport.ts'
import {
  Conversation,
  type ConversationState,
} from '#web/features/chat/messages/conversation/conversation.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import type { Random } from './alterations.ts'

/** Sequence number of the artificial event that ends the events of a test. Real messages never have it. */
const endOfEvents = -1

interface Events {
  message: (message: DisplayedMessage) => void
  changed: (message: DisplayedMessage, after: number) => void
  hidden: (seq: number) => void
}

/** Simulates a server that picks one of several versions of the conversation for each request. */
function createInconsistentTransport(pickMessages: () => Message[], random: Random, events: Events) {
  const refuseRequest = async () => {
    throw new Error('the page only reads')
  }
  const transport: ConversationTransport = {
    fetchMessages: async ({ before = Number.POSITIVE_INFINITY, after, limit }) => {
      const messages = pickMessages()
      const page =
        after === undefined
          ? messages.filter(({ seq }) => seq < before).slice(-limit)
          : messages.filter(({ seq }) => seq > after).slice(0, limit)
      return page.toReversed()
    },
    fetchChanges: async () => pickMessages().filter(({ changeSeq }) => changeSeq > 0),
    join: async () => ({ ok: true, lastSeq: random.below(20), lastChange: random.below(5) }),
    leave: () => {},
    send: refuseRequest,
    change: refuseRequest,
    isConnected: () => true,
    onMessage: listener => {
      events.message = listener
      return () => {}
    },
    onChanged: listener => {
      events.changed = listener
      return () => {}
    },
    onHidden: listener => {
      events.hidden = listener
      return () => {}
    },
    onConnect: () => () => {},
    sendFailureText: '',
    pause: 1,
  }
  return transport
}

/** Emits random socket events and resolves when the page has handled them. */
async function emitSocketEvents(
  events: Events,
  pickMessages: () => Message[],
  random: Random,
  end: Promise<void>,
) {
  const [template] = pickMessages()
  if (!template) return
  for (let count = 3 + random.below(6); count > 0; count--) {
    const message = random.pick(pickMessages())
    if (!message) continue
    const kind = random.pick(['message', 'message', 'changed', 'hidden'] as const)
    if (kind === 'hidden') events.hidden(message.seq)
    else if (kind === 'changed') events.changed(message, random.below(5))
    else events.message({ ...message, seq: message.seq + (random.chance(0.3) ? random.below(3) : 0) })
  }
  events.message({ ...template, isHidden: true, seq: endOfEvents })
  await end
}

/**
 * Simulates a chat page that loads a group, handles events and loads the group again. Returns the state of
 * the displayed conversation.
 */
export async function simulateChatPageLoadingConversation(
  group: EncryptedGroup,
  versions: Message[][],
  random: Random,
): Promise<ConversationState> {
  const pickMessages = () => structuredClone(random.pick(versions) ?? [])
  const ignored = () => {}
  const events: Events = { message: ignored, changed: ignored, hidden: ignored }
  const transport = wrapTransportWithEncryption(
    createInconsistentTransport(pickMessages, random, events),
    group,
  )
  let finish = () => {}
  const end = new Promise<void>(resolve => (finish = resolve))
  const conversation = new Conversation(
    {
      ...transport,
      onMessage: listener =>
        transport.onMessage(message => (message.seq === endOfEvents ? finish() : listener(message))),
    },
    group.ownCard.userId,
  )
  const close = conversation.open()
  await conversation.joinAndSync()
  await emitSocketEvents(events, pickMessages, random, end)
  await conversation.joinAndSync()
  close()
  return conversation.get()
}

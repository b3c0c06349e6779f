import type { NewMessage } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { JoinGroupAcknowledgement, SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import type { DisplayedMessage, MessageChange, UnsentMessage } from './displayed-message.ts'

/**
 * Server operations and events that a Conversation needs.
 * Implemented over HTTP and the socket, and wrapped by encryptTransport for encrypted groups.
 */
export interface ConversationTransport {
  fetchMessages(query: { before?: number; after?: number; limit: number }): Promise<DisplayedMessage[]>
  join(): Promise<JoinGroupAcknowledgement>
  leave(): void
  send(
    message: Pick<NewMessage, 'content' | 'clientId' | 'messageType' | 'metadata'> & {
      extra?: MessageMetadata
    },
  ): Promise<SendMessageAcknowledgement>
  /** Fetches the current versions of messages with `seq >= from` and `changeSeq > after`, ordered by `changeSeq`. */
  fetchChanges(query: { after: number; from: number; limit: number }): Promise<DisplayedMessage[]>
  /** Applies a change to a stored message and returns the changed message. */
  change(change: MessageChange): Promise<DisplayedMessage>
  isConnected(): boolean
  /** Subscribes to new messages. Returns the function that unsubscribes, like every `on…` method below. */
  onMessage(listener: (message: DisplayedMessage) => void): () => void
  onHidden(listener: (seq: number) => void): () => void
  /** Subscribes to changed messages. `after` is the change number of the previously announced change. */
  onChanged(listener: (message: DisplayedMessage, after: number) => void): () => void
  onConnect(listener: () => void): () => void
  /** Text that explains why messages are queued now and sent automatically later; undefined when they can be sent. */
  getWaitingText?(): string | undefined
  /** Releases the resources of an outgoing message that will never be sent. */
  abandonMessage?(clientId: string): void
  /** Storage for unsent messages, so that they survive closing the page. */
  outbox?: { load(): Promise<UnsentMessage[]>; save(outgoing: UnsentMessage[]): Promise<void> }
  sendFailureText: string
  /** Delay in milliseconds before a failed attempt to join the conversation is retried. */
  pause: number
}

import type { NewMessage } from '#shared/contracts/chat/chat.schemas.ts'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { JoinGroupAcknowledgement, SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import type { DisplayedMessage, MessageChange, UnsentMessage } from './displayed-message.ts'

/**
 * Server operations and events that a Conversation needs.
 * Implemented over HTTP and the socket, and wrapped by wrapTransportWithEncryption for encrypted groups.
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
  /**
   * Fetches the current versions of the messages from `seq = from` on that changed after `after`, in order of change.
   */
  fetchChanges(query: { after: number; from: number; limit: number }): Promise<DisplayedMessage[]>
  /** Edits, deletes or reacts to a stored message and returns the changed message. */
  change(change: MessageChange): Promise<DisplayedMessage>
  isConnected(): boolean
  /** Subscribes to new messages and, like every `on…` method, returns a function that unsubscribes. */
  onMessage(listener: (message: DisplayedMessage) => void): () => void
  onHidden(listener: (seq: number) => void): () => void
  /**
   * Subscribes to changed messages. `after` is the change number announced before this one, to detect missed changes.
   */
  onChanged(listener: (message: DisplayedMessage, after: number) => void): () => void
  onConnect(listener: () => void): () => void
  /** Returns the reason why chat messages are queued and sent later; undefined while they can be sent at once. */
  getWaitingText?(): string | undefined
  /** Releases the resources of an outgoing message that will never be sent. */
  abandonMessage?(clientId: string): void
  /** Storage for unsent messages, so that they survive closing the page. */
  outbox?: { load(): Promise<UnsentMessage[]>; save(outgoing: UnsentMessage[]): Promise<void> }
  sendFailureText: string
  /** Delay in milliseconds before the conversation repeats a failed join or a message that exceeded the rate limit. */
  pause: number
}

import type { NewMessage } from '#shared/contracts/chat.ts'
import type { JoinAnswer, SendAnswer } from '#shared/contracts/socket.ts'
import type { Extra } from '#shared/e2ee/extra.ts'
import type { Change, Outgoing, ShownMessage } from './shown-message.ts'

/** What a conversation asks of the server, and what it hears from it; through an encrypted group it is the same. */
export interface Wire {
  fetchMessages(query: { before?: number; after?: number; limit: number }): Promise<ShownMessage[]>
  join(): Promise<JoinAnswer>
  leave(): void
  send(
    message: Pick<NewMessage, 'content' | 'clientId' | 'messageType' | 'metadata'> & { extra?: Extra },
  ): Promise<SendAnswer>
  /** Every message from `from` on that was changed after `after`, as it is now, in the order of changes. */
  fetchChanges(query: { after: number; from: number; limit: number }): Promise<ShownMessage[]>
  /** As it is after that. */
  change(change: Change): Promise<ShownMessage>
  isConnected(): boolean
  /** Each returns how to stop listening. */
  onMessage(listener: (message: ShownMessage) => void): () => void
  onHidden(listener: (seq: number) => void): () => void
  /** `after`: the change that was told of before this one. */
  onChanged(listener: (message: ShownMessage, after: number) => void): () => void
  onConnect(listener: () => void): () => void
  /** Why nothing can be sent at the moment that will be sent later by itself. */
  waitsFor?(): string | undefined
  /** It will never be sent. */
  giveUp?(clientId: string): void
  /** What has not gone out yet survives the page. */
  outbox?: { load(): Promise<Outgoing[]>; save(outgoing: Outgoing[]): Promise<void> }
  notSent: string
  /** Before trying again, in milliseconds. */
  pause: number
}

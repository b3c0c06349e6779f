import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { SendMessageAcknowledgement } from '#shared/realtime/socket-events.ts'
import type { ConversationTransport } from '#web/features/chat/conversation-transport.ts'
import type { DisplayedMessage, UnsentMessage } from '#web/features/chat/displayed-message.ts'

/** Maximum number of resends of a message that the server rejects because of its message rate limit. */
const maxResends = 10

const isRateLimited = (response: SendMessageAcknowledgement) => !response.ok && response.code === 'too_fast'

export interface OutgoingQueueOptions {
  transport: ConversationTransport
  myId: number
  get(): UnsentMessage[]
  set(outgoing: UnsentMessage[]): void
  /** Whether the conversation is joining the chat group's room. Queued messages are resent afterwards. */
  isJoining(): boolean
  /** Called when the server has stored a message. The handler must remove the message from the queue. */
  onStored(clientId: string, message: DisplayedMessage): void
}

/**
 * Queue of a conversation's outgoing messages. The queue of an encrypted group is stored on the device, so that closing the
 * page loses no message.
 */
export class OutgoingQueue {
  readonly #options: OutgoingQueueOptions
  readonly #transport: ConversationTransport
  /** Number of send attempts by client-generated message id. Only the result of the latest attempt counts. */
  readonly #attempts = new Map<string, number>()
  #saving: Promise<unknown> = Promise.resolve()

  constructor(options: OutgoingQueueOptions) {
    this.#options = options
    this.#transport = options.transport
  }

  /** Restores the messages that were unsent when the page was last closed. */
  async restore(): Promise<void> {
    const stored = (await this.#transport.outbox?.load().catch(() => [])) ?? []
    const outgoing = this.#options.get()
    const queuedIds = new Set(outgoing.map(({ clientId }) => clientId))
    const restored = stored.filter(({ clientId }) => !queuedIds.has(clientId))
    if (restored.length > 0) this.#options.set([...restored, ...outgoing])
  }

  /** Stores the outgoing messages, so that closing the page does not lose them. */
  save(): void {
    this.#saving = Promise.resolve(this.#transport.outbox?.save(this.#options.get())).catch(() => {})
  }

  add(content: string, extra?: MessageMetadata): UnsentMessage {
    const pending = {
      clientId: crypto.randomUUID(),
      content,
      createdAt: new Date().toISOString(),
      ...(extra && { extra }),
    }
    this.#options.set([...this.#options.get(), pending])
    this.save()
    return pending
  }

  remove(clientId: string): void {
    this.#attempts.delete(clientId)
    this.#options.set(this.#options.get().filter(message => message.clientId !== clientId))
    this.save()
  }

  #update(clientId: string, change: Partial<UnsentMessage>): void {
    this.#options.set(
      this.#options
        .get()
        .map(message => (message.clientId === clientId ? { ...message, ...change } : message)),
    )
  }

  /** Returns the queued messages that the server has not stored, judging by the given messages from the server. */
  listUnsentMessages(messages: DisplayedMessage[]): UnsentMessage[] {
    const { myId } = this.#options
    const sent = new Set(messages.filter(({ senderId }) => senderId === myId).map(({ clientId }) => clientId))
    return this.#options.get().filter(({ clientId }) => !sent.has(clientId))
  }

  /** Resends all outgoing messages except those that the server rejected. */
  deliverAllMessages(): void {
    if (!this.#transport.isConnected()) return
    for (const pending of this.#options.get()) if (!pending.error) void this.deliverMessage(pending)
  }

  /** Resends messages that wait for a condition, such as the encryption keys of a recipient. */
  deliverWaitingMessages(): void {
    if (!this.#transport.isConnected()) return
    for (const pending of this.#options.get()) if (pending.waits) void this.deliverMessage(pending)
  }

  /** Sends a rejected message again at the user's request. */
  retry(clientId: string): void {
    const pending = this.#options.get().find(message => message.clientId === clientId)
    if (!pending) return
    this.#update(clientId, { error: undefined })
    void this.deliverMessage(pending)
  }

  /** Discards an outgoing message at the user's request. */
  discard(clientId: string): void {
    this.#transport.abandonMessage?.(clientId)
    this.remove(clientId)
  }

  /** Sends a message. All attempts use the same client-generated id, so the server stores it only once. */
  async deliverMessage({ clientId, content, extra }: UnsentMessage): Promise<void> {
    const waits = this.#transport.getWaitingText?.()
    // A waiting message is stored on the device before the screen promises that the message will be sent later.
    if (waits) await this.#saving
    this.#update(clientId, { waits })
    if (waits) return
    const attempt = (this.#attempts.get(clientId) ?? 0) + 1
    this.#attempts.set(clientId, attempt)
    try {
      const message = { clientId, content, ...(extra && { extra }) }
      let response = await this.#transport.send(message)
      for (let resends = 0; isRateLimited(response) && resends < maxResends; resends++) {
        await new Promise(resolve => setTimeout(resolve, this.#transport.pause))
        if (this.#attempts.get(clientId) !== attempt) return
        response = await this.#transport.send(message)
      }
      if (response.ok) this.#options.onStored(clientId, response.message)
      // If the last recipient leaves the group while a message is being sent, the message waits instead of failing.
      else if (this.#transport.getWaitingText?.()) this.#update(clientId, { waits: response.message })
      else this.#update(clientId, { error: response.message })
    } catch {
      // After a connection loss the message is resent on reconnection, so no error is shown.
      const isResent =
        !this.#transport.isConnected() ||
        this.#options.isJoining() ||
        this.#attempts.get(clientId) !== attempt
      if (!isResent) this.#update(clientId, { error: this.#transport.sendFailureText })
    }
  }
}

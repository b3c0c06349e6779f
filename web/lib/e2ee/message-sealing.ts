import type { Extra } from '#shared/e2ee/extra.ts'
import { headOf, type Roster, refuse } from '#shared/e2ee/roster.ts'
import type { Epoch } from './epoch-keys.ts'
import type { CountStore, KeptGroup } from './group-ports.ts'
import type { Identity } from './identity.ts'
import { changeType, openMessage, type Sealed, sealMessage } from './message.ts'
import type { Trust } from './trust.ts'

export interface NewMessage {
  id: string
  body: string
  messageType: string
  extra?: Extra
}

const write = (extra: Extra) => (Object.keys(extra).length > 0 ? JSON.stringify(extra) : '')

/** What the server has to know: whom to tell, and which of its files goes along. */
const withOpenParts = (sealed: Sealed, { mentions, file }: Extra): Sealed => ({
  ...sealed,
  metadata: {
    ...sealed.metadata,
    ...(mentions?.length && { mentions }),
    ...(file && { file: { id: file.id } }),
  },
})

/** What this device says in a group: sealed once, under a number of its own, and sent again as it was. */
export class MessageSealing {
  readonly #groupId: number
  readonly #identity: Identity
  readonly #counts: CountStore
  readonly #trust: Trust

  constructor(groupId: number, identity: Identity, counts: CountStore, trust: Trust) {
    this.#groupId = groupId
    this.#identity = identity
    this.#counts = counts
    this.#trust = trust
  }

  async seal(
    epoch: Epoch,
    roster: Roster,
    { id, body, messageType, extra = {} }: NewMessage,
  ): Promise<Sealed> {
    const { c, void: empty, sealed } = await this.#counts.give(this.#groupId, id)
    // What may have arrived already is sent again as it was.
    if (sealed?.metadata.e2ee.eid === epoch.eid) return sealed
    const vault = this.#trust.get().version
    const said = { body, messageType, id, c, void: empty, vault, head: headOf(roster), extra: write(extra) }
    const sealing = sealMessage(this.#identity, this.#groupId, epoch, said)
    const made = withOpenParts(await sealing, extra)
    // Not waited for: if the page dies before, it is sealed once more, under the same number.
    void this.#counts.keep(this.#groupId, id, made).catch(() => {})
    return made
  }

  /** Of a message that stands already: no number is given for it, so that none is missing where messages are counted. */
  sealChange(epoch: Epoch, roster: Roster, { id, body, extra = {} }: NewMessage): Promise<Sealed> {
    const vault = this.#trust.get().version
    const said = { id, body, c: 0, void: [], vault, head: headOf(roster), extra: write(extra) }
    return sealMessage(this.#identity, this.#groupId, epoch, { ...said, messageType: changeType })
  }

  /** One's own words, out of what they were sealed in. */
  async reopen({ roster, epochs }: KeptGroup, clientId: string, sealed: Sealed) {
    const { content, messageType, metadata } = sealed
    const epoch = epochs.find(({ eid }) => eid === metadata.e2ee.eid)
    if (!roster || !epoch?.key) refuse('no-epoch')
    const senderId = this.#identity.card.userId
    const message = { groupId: this.#groupId, senderId, content, messageType, clientId }
    return openMessage(roster, { ...epoch, key: epoch.key }, metadata.e2ee, message)
  }

  settle(clientId: string, seq: number | undefined): Promise<void> {
    return this.#counts.settle(this.#groupId, clientId, seq)
  }

  forgetWords(clientId: string): Promise<void> {
    return this.#counts.forgetWords(this.#groupId, clientId)
  }

  sentAfter(seq: number) {
    return this.#counts.sentAfter(this.#groupId, seq)
  }
}

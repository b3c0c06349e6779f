import { headOf, type Roster, refuse } from '#shared/e2ee/roster.ts'
import type { Epoch } from './epoch-keys.ts'
import type { CountStore, KeptGroup } from './group-ports.ts'
import type { Identity } from './identity.ts'
import { openMessage, type Sealed, sealMessage } from './message.ts'
import type { Trust } from './trust.ts'

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
    { id, ...words }: { id: string; body: string; messageType: string },
  ): Promise<Sealed> {
    const { c, void: empty, sealed } = await this.#counts.give(this.#groupId, id)
    // What may have arrived already is sent again as it was.
    if (sealed?.metadata.e2ee.eid === epoch.eid) return sealed
    const vault = this.#trust.get().version
    const said = { ...words, id, c, void: empty, vault, head: headOf(roster) }
    const made = await sealMessage(this.#identity, this.#groupId, epoch, said)
    // Not waited for: if the page dies before, it is sealed once more, under the same number.
    void this.#counts.keep(this.#groupId, id, made).catch(() => {})
    return made
  }

  /** One's own words, out of what they were sealed in. */
  async reopen({ roster, epochs }: KeptGroup, clientId: string, sealed: Sealed): Promise<string> {
    const { content, messageType, metadata } = sealed
    const epoch = epochs.find(({ eid }) => eid === metadata.e2ee.eid)
    if (!roster || !epoch?.key) refuse('no-epoch')
    const senderId = this.#identity.card.userId
    const message = { groupId: this.#groupId, senderId, content, messageType, clientId }
    return (await openMessage(roster, { ...epoch, key: epoch.key }, metadata.e2ee, message)).body
  }

  settle(clientId: string, seq: number | undefined): Promise<void> {
    return this.#counts.settle(this.#groupId, clientId, seq)
  }

  sentAfter(seq: number) {
    return this.#counts.sentAfter(this.#groupId, seq)
  }
}

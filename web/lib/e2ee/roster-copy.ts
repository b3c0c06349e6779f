import { type Card, isGenuineCard } from '#shared/e2ee/card.ts'
import { loadCurves } from './curves.ts'
import type { GroupWire } from './group-ports.ts'
import type { ServersWord } from './group-view.ts'

/** What the server says of a group: what is new of its signed list, and its own word beside it. */
export class RosterCopy {
  readonly #wire: GroupWire
  word: ServersWord = { memberIds: [], waiting: [] }
  /** A person's cards are checked once. */
  readonly #genuine = new Map<string, boolean>()

  constructor(wire: GroupWire) {
    this.#wire = wire
  }

  async #isGenuine(card: Card): Promise<boolean> {
    const name = JSON.stringify(card)
    const known = this.#genuine.get(name)
    if (known !== undefined) return known
    const { verify } = await loadCurves()
    const isGenuine = await isGenuineCard(verify, card)
    this.#genuine.set(name, isGenuine)
    return isGenuine
  }

  /** Entries after that one, and how many there are. */
  async fetch(after: number) {
    const { entries, memberIds, waiting, last } = await this.#wire.fetchRoster(after)
    const genuine = await Promise.all(waiting.map(card => this.#isGenuine(card)))
    this.word = { memberIds, waiting: waiting.filter((_, index) => genuine[index]) }
    return { entries, last }
  }
}

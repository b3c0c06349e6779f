import { type Card, isPublicKeysSignatureValid } from '#shared/e2ee/signed-public-keys.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import type { GroupClient } from './group-ports.ts'
import type { ServerClaims } from './group-state.ts'

/** Fetches a group's signed member list, and the unsigned data of the server about its members. */
export class ServerRoster {
  readonly #wire: GroupClient
  claims: ServerClaims = { memberIds: [], waiting: [], unusedBefore: [] }
  /** Results of signature checks, cached by the signed public keys that were checked. */
  readonly #genuine = new Map<string, boolean>()

  constructor(wire: GroupClient) {
    this.#wire = wire
  }

  async #isSignatureValid(card: Card): Promise<boolean> {
    const cacheKey = JSON.stringify(card)
    const cached = this.#genuine.get(cacheKey)
    if (cached !== undefined) return cached
    const { verify } = await loadEllipticCurveImplementation()
    const isGenuine = await isPublicKeysSignatureValid(verify, card)
    this.#genuine.set(cacheKey, isGenuine)
    return isGenuine
  }

  /** Fetches the signed member list entries after entry number `after`, and the total number of entries. */
  async fetch(after: number) {
    const { entries, memberIds, waiting, unusedBefore = [], last } = await this.#wire.fetchRoster(after)
    const genuine = await Promise.all(waiting.map(card => this.#isSignatureValid(card)))
    this.claims = { memberIds, waiting: waiting.filter((_, index) => genuine[index]), unusedBefore }
    return { entries, last }
  }
}

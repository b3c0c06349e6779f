// Trust on first use: stores (pins) the public keys of every other user when they are first seen.
// The trust record also contains the last verified member list entry and epoch (group key) of every group.
// The trust record is stored on the device, and encrypted (vault) on the server for the user's other devices.

import { throwRosterError } from '#shared/e2ee/roster.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import type { KnownConversation } from '#web/lib/e2ee/conversation/describe-conversation.ts'
import { createMutex } from '#web/lib/state/mutex.ts'
import { createStore } from '#web/lib/state/store.ts'
import {
  doRecordsDescribeDifferentConversations,
  emptyTrustRecord,
  type GroupCheckpoint,
  type KeyPin,
  mergePinnedKeyRecords,
  needsDecisionAboutKeys,
  type TrustRecord,
} from './trust-record.ts'

/**
 * Storage of the trust record (pinned keys of other users) on the device. `save` merges with the stored record and
 * returns the result.
 */
export interface TrustStore {
  load(): Promise<TrustRecord | undefined>
  save(record: TrustRecord): Promise<TrustRecord>
}

/**
 * Result of comparing a contact's keys with the pinned keys. `swapped`: same key generation (version of the keys), but
 * different keys.
 */
export type KeyVerdict = 'first' | 'same' | 'older' | 'newer' | 'swapped'

export class Trust {
  readonly #state = createStore<TrustRecord>(emptyTrustRecord)
  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe
  readonly #store: TrustStore
  #loading: Promise<void> | undefined
  readonly #serialize = createMutex()
  /**
   * Function that loads a newer vault (encrypted backup on the server) from the server; assigned by the Vault class.
   */
  reloadVault: () => Promise<void> = async () => {}
  /**
   * Called after a change of the trust record (pinned keys of other users) that the vault (encrypted backup on the
   * server) does not contain yet.
   */
  onChanged: () => void = () => {}

  constructor(store: TrustStore) {
    this.#store = store
  }

  load(): Promise<void> {
    this.#loading ??= this.#store
      .load()
      .then(record => record && this.#state.set(mergePinnedKeyRecords(this.get(), record)))
      .catch(error => {
        this.#loading = undefined
        throw error
      })
    return this.#loading
  }

  getPin(userId: number): KeyPin | undefined {
    return this.get().pins[userId]
  }

  getCheckpoint(groupId: number): GroupCheckpoint | undefined {
    return this.get().groups[groupId]
  }

  compareCard(card: Card): KeyVerdict {
    const pin = this.getPin(card.userId)
    if (!pin) return 'first'
    if (card.gen === pin.card.gen) return hasSamePublicKeys(card, pin.card) ? 'same' : 'swapped'
    return card.gen > pin.card.gen ? 'newer' : 'older'
  }

  /**
   * Records validly signed public keys of contacts (cards). The first card of a contact is pinned. A second card of the
   * same key generation (version of the keys) is recorded as a conflict. Newer keys on the signed member list replace
   * the pin if a pinned administrator signed them (`vouched`); other newer keys on the list wait for the user's
   * decision. Newer keys of a user who only asks to join change nothing.
   */
  async recordCards(cards: { card: Card; word: 'vouched' | 'listed' | 'asking' }[]): Promise<void> {
    const changes: Record<number, KeyPin> = {}
    for (const { card, word } of cards) {
      const pin = this.getPin(card.userId)
      const verdict = this.compareCard(card)
      if (!pin) changes[card.userId] = { card, since: Date.now() }
      else if (verdict === 'swapped') {
        const isKnown = pin.conflict && hasSamePublicKeys(pin.conflict.card, card)
        if (!isKnown) changes[card.userId] = { ...pin, conflict: { card, at: Date.now() } }
      } else if (verdict === 'newer' && word !== 'asking') {
        if (word === 'vouched' && !needsDecisionAboutKeys(pin))
          changes[card.userId] = { card, since: Date.now(), isChanged: true, ...pickNameOfPin(pin) }
        else if (!pin.next || !hasSamePublicKeys(pin.next, card))
          changes[card.userId] = { ...pin, next: card }
      }
    }
    if (Object.keys(changes).length > 0) await this.#learn({ pins: changes })
  }

  /** Stores newer public keys of a contact after the user has accepted them. */
  async acceptCard(card: Card): Promise<void> {
    const pin = this.getPin(card.userId)
    if (pin && card.gen <= pin.card.gen) return
    const now = Date.now()
    await this.#learn({
      pins: { [card.userId]: { card, since: now, acceptedAt: now, ...(pin && pickNameOfPin(pin)) } },
    })
  }

  /** Marks public keys as verified after the safety numbers matched. Conflicting keys are discarded as forged. */
  async markVerified(card: Card): Promise<void> {
    const pin = this.getPin(card.userId)
    const base =
      pin && hasSamePublicKeys(pin.card, card)
        ? pin
        : { card, since: Date.now(), ...(pin && pickNameOfPin(pin)) }
    const { conflict: _, isChanged: __, ...clean } = base as KeyPin
    // The time of a key verification must exceed earlier verification times and not precede a key conflict.
    // The clock of another device may be ahead, so an earlier verification may have a later time than now.
    const verifiedAt = Math.max(Date.now(), (pin?.verifiedAt ?? 0) + 1, pin?.conflict?.at ?? 0)
    await this.#learn({ pins: { [card.userId]: { ...clean, verifiedAt } } })
  }

  /** Stores that the user has seen the notice about new keys of contacts. */
  async acknowledgeNewKeys(userIds: number[]): Promise<void> {
    const changes: Record<number, KeyPin> = {}
    for (const userId of userIds) {
      const pin = this.getPin(userId)
      if (!pin?.isChanged) continue
      const { isChanged: _, ...seen } = pin
      changes[userId] = seen
    }
    await this.#learn({ pins: changes })
  }

  async recordName(userId: number, { rev, name }: { rev: number; name: string }): Promise<void> {
    const pin = this.getPin(userId)
    if (!pin || rev <= (pin.name?.rev ?? 0)) return
    const before = pin.name && pin.name.name !== name ? { before: pin.name.name } : {}
    await this.#learn({ pins: { [userId]: { ...pin, name: { rev, name, ...before } } } })
  }

  async recordCheckpoint(groupId: number, mark: GroupCheckpoint): Promise<void> {
    const known = this.getCheckpoint(groupId)
    const isSame = known && known.seq === mark.seq && known.head === mark.head && known.n === mark.n
    const isNewKind = known?.kind !== mark.kind || (known?.peer === undefined && mark.peer !== undefined)
    if (!isSame || isNewKind) await this.#learn({ groups: { [groupId]: mark } })
  }

  /**
   * Records the kind and peer of a conversation that the user has started. Throws if it is known as another one.
   * A custom group is always new, but a direct conversation may exist already.
   */
  async recordConversation(groupId: number, conversation: KnownConversation): Promise<void> {
    const known = this.getCheckpoint(groupId)
    if (
      known &&
      (conversation.kind === 'custom' || doRecordsDescribeDifferentConversations(known, conversation))
    )
      throwRosterError('another-conversation')
    const base = known ?? { seq: 0, head: '', n: 0, eid: '' }
    if (!known?.kind) await this.#learn({ groups: { [groupId]: { ...base, ...conversation } } })
  }

  /** Remembers on this device which group is the user's global, country or club group. */
  async recordSlot(slot: string, groupId: number): Promise<void> {
    const record = this.get()
    if (record.slots?.[slot] !== undefined) return
    await this.#save({ ...record, slots: { ...record.slots, [slot]: groupId } })
  }

  /**
   * Records the version of the vault (encrypted backup on the server) to which a message of the signed-in user refers.
   * If the server sends an older version, the vault is incomplete.
   */
  async recordVaultVersion(version: number): Promise<void> {
    if (version > (this.get().named ?? 0)) await this.#save({ ...this.get(), named: version })
  }

  /**
   * Whether messages of the signed-in user refer to a newer vault (encrypted backup on the server) than the server ever
   * sent.
   */
  get isVaultWithheld(): boolean {
    const { named = 0, version } = this.get()
    return named > version
  }

  /** Merges a trust record that another device stored in the vault (encrypted backup on the server). */
  async mergeRecord(record: TrustRecord): Promise<void> {
    await this.#save(mergePinnedKeyRecords(this.get(), record))
  }

  async setVaultVersion(version: number): Promise<void> {
    await this.#save({ ...this.get(), version })
  }

  async #learn({ pins = {}, groups = {} }: Partial<Pick<TrustRecord, 'pins' | 'groups'>>): Promise<void> {
    const now = this.get()
    await this.#save({
      ...now,
      pins: { ...now.pins, ...pins },
      groups: { ...now.groups, ...groups },
    })
    this.onChanged()
  }

  /** Applies a change of the trust record in memory at once, and stores it before the promise resolves. */
  #save(record: TrustRecord): Promise<void> {
    this.#state.set(record)
    return this.#serialize(async () => {
      this.#state.set(mergePinnedKeyRecords(this.get(), await this.#store.save(this.get())))
    })
  }
}

const pickNameOfPin = ({ name }: KeyPin) => (name ? { name } : {})

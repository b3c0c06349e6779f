// What an encrypted group needs of the world around it.
import type { EpochBody, EpochsAnswer, RosterAnswer } from '#shared/contracts/keys.ts'
import type { Roster } from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import type { Epoch } from './epoch-keys.ts'

export interface GroupFacts {
  groupId: number
  /** Of a conversation of two: the other. */
  peerId?: number
}

export interface GroupWire {
  fetchRoster(after: number): Promise<RosterAnswer>
  postRoster(entries: Signed[]): Promise<void>
  fetchEpochs(after: number): Promise<EpochsAnswer>
  postEpoch(body: EpochBody): Promise<void>
  /** Whether somebody else was quicker: what there is now has to be looked at, and then it can be tried again. */
  isConflict(error: unknown): boolean
}

/** What stays on the device. */
export interface KeptGroup {
  roster?: Roster
  epochs: Epoch[]
  /** Whom this person let in, whether they have keys yet or not: only they are signed for without asking. */
  intended: number[]
  /** The generation of each one's keys when one last looked. */
  gens: Record<number, number>
  /** Of one's own keys with which it was opened. */
  gen?: number
}

export interface GroupStore {
  load(groupId: number): Promise<KeptGroup | undefined>
  save(groupId: number, kept: KeptGroup): Promise<void>
}

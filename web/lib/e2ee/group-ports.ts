// What an encrypted group needs of the world around it.
import type { EpochBody, EpochsAnswer, RosterAnswer } from '#shared/contracts/keys.ts'
import type { Roster } from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import type { Epoch } from './epoch-keys.ts'
import type { Sealed } from './message.ts'

export interface GroupFacts {
  groupId: number
  /** A club's is the server's word; of the others the signed beginning says it again. */
  shape: 'direct' | 'custom' | 'club'
  /** Of a conversation of two: the other. */
  peerId?: number
}

export interface GroupWire {
  fetchRoster(after: number): Promise<RosterAnswer>
  /** `isAgain`: the server had them before. */
  postRoster(entries: Signed[], isAgain?: boolean): Promise<void>
  fetchEpochs(after: number): Promise<EpochsAnswer>
  postEpoch(body: EpochBody): Promise<void>
  /** Whether somebody else was quicker: what there is now has to be looked at, and then it can be tried again. */
  isConflict(error: unknown): boolean
}

/** Something did not hold. It stays until somebody has looked at it, also when the next look finds nothing. */
export interface Alarm {
  reason: string
  at: number
}

/** What stays on the device. */
export interface KeptGroup {
  roster?: Roster
  /** The chain itself, so that a server that was put back to an earlier state can be given its end again. */
  entries?: Signed[]
  epochs: Epoch[]
  /** Whom this person let in, whether they have keys yet or not: only they are signed for without asking. */
  intended: number[]
  /** Of one's own keys with which it was opened. */
  gen?: number
  /** The head of a list that began again and that this person has accepted. */
  accepted?: string
  alarm?: Alarm
  /** When somebody last looked at an alarm of which nothing was left. */
  dismissed?: number
  /** An epoch that somebody spoke in: one that is served fewer is kept from who may read. */
  spoken?: number
}

/** The one that nobody has looked at. */
export function openAlarm({ alarm, dismissed = 0 }: KeptGroup): Alarm | undefined {
  return alarm && alarm.at > dismissed ? alarm : undefined
}

export interface GroupStore {
  load(groupId: number): Promise<KeptGroup | undefined>
  save(groupId: number, kept: KeptGroup): Promise<void>
}

/** A message's number on this device; sealed once, and then sent again unchanged. */
export interface Counted {
  c: number
  void: number[]
  sealed?: Sealed
}

/** The counts of this device, one after the other for all tabs. */
export interface CountStore {
  /** The same for the same message. */
  give(groupId: number, clientId: string): Promise<Counted>
  keep(groupId: number, clientId: string, sealed: Sealed): Promise<void>
  /** It was stored at that place; or it will never be sent, and its number stays empty. */
  settle(groupId: number, clientId: string, seq: number | undefined): Promise<void>
  /** It was deleted: what it said is not kept here either. */
  forgetWords(groupId: number, clientId: string): Promise<void>
  /** What was stored after that place by this device, as far as it is kept, oldest first. */
  sentAfter(groupId: number, seq: number): Promise<{ clientId: string; seq: number; sealed: Sealed }[]>
}

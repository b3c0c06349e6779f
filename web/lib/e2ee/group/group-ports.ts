// Interfaces through which an encrypted group reaches the server and the device's storage.
import type { EpochBody, EpochsResponse, RosterResponse } from '#shared/contracts/keys/keys.schemas.ts'
import type { AnnouncedChange } from '#shared/e2ee/message-metadata.ts'
import type { Roster } from '#shared/e2ee/roster.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import type { Epoch } from '#web/lib/e2ee/message/epoch-keys.ts'
import type { EncryptedMessage } from '#web/lib/e2ee/message/message.ts'

export interface GroupFacts {
  groupId: number
  /**
   * Kind of the encrypted group. For clubs the kind comes from the server; for other groups it comes from the first
   * signed entry of the member list.
   */
  shape: 'direct' | 'custom' | 'club'
  /** User id of the other user (peer) in a direct conversation. */
  peerId?: number
}

export interface GroupClient {
  fetchRoster(after: number): Promise<RosterResponse>
  /** Posts signed member list entries. `isAgain` is true if a restored server has lost the entries. */
  postRoster(entries: Signed[], isAgain?: boolean): Promise<void>
  fetchEpochs(after: number): Promise<EpochsResponse>
  postEpoch(body: EpochBody): Promise<void>
  /**
   * Whether the server refused a member list entry or epoch (group key), because another member was first to
   * post one. The caller must synchronize and retry.
   */
  isConflict(error: unknown): boolean
}

/** Alarm about a failed verification. The alarm stays until the user dismisses it, even if a later sync succeeds. */
export interface GroupAlarm {
  reason: string
  at: number
}

/** Data of an encrypted group that the device stores. */
export interface StoredGroup {
  roster?: Roster
  /** Signed entries of the member list, stored so that the device can post them again to a restored server. */
  entries?: Signed[]
  epochs: Epoch[]
  /**
   * Users admitted on this device, with or without keys. Only they are added to the signed member list automatically.
   */
  intended: number[]
  /** Generation number of the user's own keys with which the group keys (epochs) were last decrypted. */
  gen?: number
  /** Hash of the signed member list entry that restarted the member list, if the user accepted the restart. */
  accepted?: string
  alarm?: GroupAlarm
  /** Time at which the user last dismissed an alarm, in milliseconds. */
  dismissed?: number
  /** Newest epoch (group key) number in any received message. If the server sends fewer epochs, it withholds some. */
  spoken?: number
}

/** Returns the security alarm of an encrypted group, unless the user has dismissed the alarm. */
export function getUndismissedGroupSecurityAlarm({
  alarm,
  dismissed = 0,
}: StoredGroup): GroupAlarm | undefined {
  return alarm && alarm.at > dismissed ? alarm : undefined
}

export interface GroupStore {
  load(groupId: number): Promise<StoredGroup | undefined>
  save(groupId: number, group: StoredGroup): Promise<void>
}

/** Message that this device has numbered, with its ciphertext, which is sent unchanged at every attempt. */
export interface NumberedMessage {
  c: number
  void: number[]
  /** Edits, deletions and reactions by this device that the message announces; absent in old records. */
  made?: AnnouncedChange[]
  sealed?: EncryptedMessage
}

/** Assigns numbers to this device's messages in a group and stores them for all tabs. */
export interface MessageCounterStore {
  /** Assigns a number to a message of this device. A repeated call for the same message returns the same number. */
  assign(groupId: number, clientId: string): Promise<NumberedMessage>
  storeEncrypted(groupId: number, clientId: string, sealed: EncryptedMessage): Promise<void>
  /** Stores the server's sequence number of a message of this device; undefined if it will never be sent. */
  settle(groupId: number, clientId: string, seq: number | undefined): Promise<void>
  /** Stores an edit, deletion or reaction that the server accepted, for announcement by a later message. */
  recordChange(groupId: number, change: AnnouncedChange): Promise<void>
  /** Erases the content of a deleted message on this device. */
  forgetContent(groupId: number, clientId: string): Promise<void>
  /** Returns this device's copies of its own messages with a sequence number above `seq`, oldest first. */
  listSentAfter(
    groupId: number,
    seq: number,
  ): Promise<{ clientId: string; seq: number; sealed: EncryptedMessage }[]>
}

/** What can go wrong with somebody's keys through no fault of the network. */
export type TroubleKind =
  /** Words that were never a phrase: too few or too many of them, unknown ones, or not in this order. */
  | 'word-count'
  | 'unknown-words'
  | 'never-a-phrase'
  /** A phrase, but not of these keys. */
  | 'wrong-phrase'
  /** The keys that were opened are not those that the server shows to everybody else. */
  | 'other-card'
  /** On another device they were renewed a moment earlier. */
  | 'late'
  | 'not-stored'
  /** Linking two devices: no code, one that is over or was never shown, or somebody in between. */
  | 'no-code'
  | 'link-unknown'
  | 'link-over'
  | 'link-forged'
  | 'passkey-refused'
  | 'passkey-unfit'
  | 'passkey-known'
  | 'wrong-passkey'

export class KeyTrouble extends Error {
  readonly kind: TroubleKind
  /** The number or the words it is about, where there are any. */
  readonly detail: string

  constructor(kind: TroubleKind, detail = '') {
    super(kind)
    this.kind = kind
    this.detail = detail
  }
}

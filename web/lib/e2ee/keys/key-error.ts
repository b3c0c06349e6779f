/** Reasons why a user's encryption keys cannot be used or changed; network failures are not among them. */
export type KeyErrorKind =
  /** Text that is no recovery phrase: wrong number of words, unknown words, or a wrong checksum. */
  | 'word-count'
  | 'unknown-words'
  | 'never-a-phrase'
  /** Valid recovery phrase that does not decrypt the user's keys. */
  | 'wrong-phrase'
  /** The unlocked keys differ from those that the server publishes for this user. */
  | 'other-card'
  /** Another device of the user renewed the keys a moment earlier. */
  | 'late'
  | 'not-stored'
  /** Device linking failed: no code, an expired code, an unknown code, or a tampered message. */
  | 'no-code'
  | 'link-unknown'
  | 'link-over'
  | 'link-forged'
  | 'passkey-refused'
  | 'passkey-unfit'
  | 'passkey-known'
  | 'wrong-passkey'

export class KeyError extends Error {
  readonly kind: KeyErrorKind
  /** Details of the key error: the number of words, or the unknown words; otherwise empty. */
  readonly detail: string

  constructor(kind: KeyErrorKind, detail = '') {
    super(kind)
    this.kind = kind
    this.detail = detail
  }
}

/** Reasons why a user's encryption keys cannot be used or changed, other than network failures. */
export type KeyErrorKind =
  /** Key error: the text is not a recovery phrase (wrong number of words, unknown words or wrong checksum). */
  | 'word-count'
  | 'unknown-words'
  | 'never-a-phrase'
  /** Key error: the recovery phrase is valid but does not decrypt the user's keys. */
  | 'wrong-phrase'
  /** Key error: the unlocked keys differ from the keys that the server publishes for this user. */
  | 'other-card'
  /** Key error: another device of the user has renewed the keys in the meantime. */
  | 'late'
  | 'not-stored'
  /** Key error: device linking failed (no code, an expired code, an unknown code, or a tampered message). */
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
  /** Details of a recovery phrase error: the number of words or the unknown words. Empty for other errors. */
  readonly detail: string

  constructor(kind: KeyErrorKind, detail = '') {
    super(kind)
    this.kind = kind
    this.detail = detail
  }
}

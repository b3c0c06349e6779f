/** Reasons for which this device refuses to go on in an election. Each is a contradiction that a server could cause. */
export type BallotAlarmKind =
  /** Questions differ from those that the voters signed or saw. */
  | 'questions-changed'
  /** The log no longer contains the newest event that this device has seen. */
  | 'log-rewritten'
  /** A certificate carries the user's name but was not made by the user. */
  | 'own-certificate-forged'
  /** A certificate is not signed by the identity key of its trustee. */
  | 'certificate-unsigned'
  /** The identity key of a trustee differs from the one that this device knows. */
  | 'trustee-key-changed'
  /** The trustees of the election are not those of the key ceremony. */
  | 'trustees-changed'
  /** The roll is not the one whose hash stands in the election, or a line is not signed. */
  | 'roll-forged'
  /** The user's own line was not made by the user. */
  | 'own-line-forged'
  /** The user's own line is missing. */
  | 'own-line-missing'
  /** The accepted ballot is not in the log. */
  | 'ballot-missing'
  /** The archive does not pass verification. */
  | 'archive-invalid'
  /** Another tally than the one already decrypted is presented to a trustee. */
  | 'second-tally'
  /** Fewer ballots were cast than may be counted. */
  | 'too-few-ballots'
  /** This device does not hold the keys of the enrolment. */
  | 'keys-missing'

export class BallotAlarm extends Error {
  override name = 'BallotAlarm'
  readonly kind: BallotAlarmKind
  readonly detail: string

  constructor(kind: BallotAlarmKind, detail = '') {
    super(detail ? `${kind}: ${detail}` : kind)
    this.kind = kind
    this.detail = detail
  }
}

/** Throws an alarm unless the condition holds. */
export function requireHonest(condition: boolean, kind: BallotAlarmKind, detail?: string): asserts condition {
  if (!condition) throw new BallotAlarm(kind, detail)
}

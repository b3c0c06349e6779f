/** Alarms that stop this device from voting or acting as trustee. A dishonest server could cause each of them. */
export type BallotAlarmKind =
  /** Alarm: the election's questions differ from the questions that the voters saw or signed. */
  | 'questions-changed'
  /** Alarm: the election's public log no longer contains the newest event that this device has seen. */
  | 'log-rewritten'
  /** Alarm: somebody else made a trustee certificate in the user's name. */
  | 'own-certificate-forged'
  /** Alarm: a trustee certificate is not signed by the trustee's identity key. */
  | 'certificate-unsigned'
  /** Alarm: a trustee's identity key differs from the key that this device has pinned. */
  | 'trustee-key-changed'
  /** Alarm: the trustees in the election's setup are not the trustees of the key ceremony. */
  | 'trustees-changed'
  /**
   * Alarm: the key ceremony belongs to another election, or too few trustees could decrypt (a majority of at least
   * three must).
   */
  | 'ceremony-forged'
  /**
   * Alarm: this device knows that its user is a trustee of the election, but the server's list of trustees lacks the
   * user.
   */
  | 'own-certificate-missing'
  /** Alarm: the trustees are not the same people as when the voter enrolled. */
  | 'trustees-replaced'
  /**
   * Alarm: voters on the electoral roll have newer keys than the keys pinned on this device. The voters may have
   * renewed their keys.
   */
  | 'roll-keys-renewed'
  /** Alarm: the user has not yet confirmed the trustees and the electoral roll on this device. */
  | 'review-needed'
  /**
   * Alarm: the electoral roll does not have the hash stated in the election, or differs from the roll this device
   * saw first.
   */
  | 'roll-forged'
  /** Alarm: entries of the electoral roll are not signed by the voters they name. */
  | 'roll-line-forged'
  /** Alarm: somebody else made the user's entry in the electoral roll. */
  | 'own-line-forged'
  /** Alarm: the electoral roll lacks the user's entry although the user enrolled. */
  | 'own-line-missing'
  /** Alarm: the server accepted the ballot, but the election's public log does not contain it. */
  | 'ballot-missing'
  /**
   * Alarm: the election log has a ballot that this device replaced, after the device's newest ballot, so that the
   * replaced ballot would be counted.
   */
  | 'older-ballot-counts'
  /** Alarm: the election archive does not pass verification. */
  | 'archive-invalid'
  /** Alarm: the trustee has already decrypted another tally (sum of all ballots) of this election. */
  | 'second-tally'
  /** Alarm: fewer ballots were cast than the minimum for a secret count. */
  | 'too-few-ballots'
  /** Alarm: the trustee's backup belongs to a different key ceremony or to another trustee. */
  | 'backup-wrong'
  /** Alarm: the keys with which the user enrolled are not on this device. */
  | 'keys-missing'
  /** Alarm: the keys of the merged account with which the user votes are not on this device. */
  | 'merged-keys-missing'
  /** Alarm: the user has not yet confirmed on this device that the vote uses the keys of a merged account. */
  | 'merged-account'

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

/** Throws a BallotAlarm of the given kind unless the condition is true. */
export function throwBallotAlarmUnless(
  condition: boolean,
  kind: BallotAlarmKind,
  detail?: string,
): asserts condition {
  if (!condition) throw new BallotAlarm(kind, detail)
}

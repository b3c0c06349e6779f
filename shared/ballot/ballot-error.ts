/**
 * Thrown for input that does not follow the Belenios specification. The message is a short reason for logs and tests.
 */
export class BallotError extends Error {
  override name = 'BallotError'
}

/** Throws a BallotError if the given condition is false. */
export function throwBallotErrorUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new BallotError(reason)
}

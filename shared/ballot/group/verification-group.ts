/**
 * Arithmetic by which ballots are verified, with elements of type E. All values are public: the running time may
 * depend on them. Exponents are at least 0 and below the group order. Browsers compute with `nobleGroup`; the server
 * has a faster implementation.
 */
export interface VerificationGroup<E> {
  /** Parses a group element. Throws a BallotError unless it is canonical and belongs to the prime-order subgroup. */
  parse(text: string): E
  /** Writes elements of the mathematical group as text. Writing many elements in one call can be faster. */
  format(elements: E[]): string[]
  isIdentity(element: E): boolean
  add(left: E, right: E): E
  power(base: E, exponent: bigint): E
  powerOfGenerator(exponent: bigint): E
  /** Returns the same group element with precomputed values that speed up raising it to many powers. */
  precompute(base: E): E
}

// Computes powers of group elements fast, for the verification of ballots.
// Secret exponents must not be passed to this module, because running times depend on base and exponent.
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { type Element, identity, parseCurvePoint } from './element.ts'
import { groupOrder } from './scalar.ts'

/** Splits a 256-bit exponent into signed digits of `width` bits, lowest first: exponent = Σ digit·2^(width·i). */
function signedDigits(exponent: bigint, width: 4 | 8): number[] {
  const hex = exponent.toString(16).padStart(64, '0')
  const letters = width / 4
  const half = 2 ** (width - 1)
  const digits: number[] = []
  let carry = 0
  for (let end = 64; end > 0; end -= letters) {
    const digit = Number.parseInt(hex.slice(end - letters, end), 16) + carry
    carry = digit > half ? 1 : 0
    digits.push(carry ? digit - 2 * half : digit)
  }
  return digits
}

/** Lists the multiples 1·base to count·base of a group element. Multiple k has index k − 1. */
function multiples(base: Element, count: number): Element[] {
  const table = [base]
  for (let k = 1; k < count; k += 1) table.push((table[k - 1] as Element).add(base))
  return table
}

function addMultiple(sum: Element, table: Element[] | undefined, digit: number): Element {
  if (digit > 0) return sum.add(table?.[digit - 1] as Element)
  return digit < 0 ? sum.subtract(table?.[-digit - 1] as Element) : sum
}

/**
 * Group element with precomputed multiples, for an element that is raised to many exponents, such as the
 * generator. Computing a power takes 32 additions.
 */
export class FixedBase {
  readonly element: Element
  private readonly tables: Element[][] = []

  constructor(element: Element) {
    this.element = element
    let start = element
    for (let window = 0; window < 32; window += 1) {
      const table = multiples(start, 128)
      this.tables.push(table)
      start = (table[127] as Element).double()
    }
  }

  power(exponent: bigint): Element {
    return signedDigits(exponent, 8).reduce(
      (sum, digit, window) => addMultiple(sum, this.tables[window], digit),
      identity,
    )
  }
}

/** Lists the multiples 1 to 8 of each of four group elements: base, 2^64·base, 2^128·base and 2^192·base. */
function multiplesOfQuarters(base: Element): Element[][] {
  const quarters: Element[][] = []
  let start = base
  for (let quarter = 0; quarter < 4; quarter += 1) {
    quarters.push(multiples(start, 8))
    if (quarter < 3) for (let bit = 0; bit < 64; bit += 1) start = start.double()
  }
  return quarters
}

/**
 * Group element that is raised to few exponents, such as one half of a ciphertext. The doublings are shared
 * by the four 64-bit parts of an exponent.
 */
export class PublicBase {
  readonly element: Element
  /** Multiples of the group element. The first call of `power` computes them; many elements need none. */
  private quarters: Element[][] | undefined

  constructor(element: Element) {
    this.element = element
  }

  power(exponent: bigint): Element {
    this.quarters ??= multiplesOfQuarters(this.element)
    const digits = signedDigits(exponent, 4)
    let sum = identity
    for (let step = 15; step >= 0; step -= 1) {
      if (step < 15) sum = sum.double().double().double().double()
      for (let quarter = 0; quarter < 4; quarter += 1) {
        sum = addMultiple(sum, this.quarters[quarter], digits[16 * quarter + step] as number)
      }
    }
    return sum
  }

  /** True when the element belongs to the prime-order subgroup. */
  isInPrimeOrderSubgroup(): boolean {
    return this.power(groupOrder).is0()
  }
}

/** Parses a group element and throws unless it belongs to the prime-order subgroup. */
export function parseGroupElementWithoutCaching(text: string): PublicBase {
  const base = new PublicBase(parseCurvePoint(text))
  throwBallotErrorUnless(base.isInPrimeOrderSubgroup(), 'element is outside the prime-order subgroup')
  return base
}

/** Cache of parsed group elements, because all steps of key ceremony and tally parse the same keys. */
const knownBases = new Map<string, PublicBase>()
const maxKnownBases = 256

/** Parses and caches a group element that is later raised to powers or parsed again. */
export function parseAndCacheGroupElement(text: string): PublicBase {
  const known = knownBases.get(text)
  if (known) return known
  const base = parseGroupElementWithoutCaching(text)
  if (knownBases.size >= maxKnownBases) knownBases.delete(knownBases.keys().next().value as string)
  knownBases.set(text, base)
  return base
}

/** Parses a public key that is later raised to powers: an element of the subgroup other than the identity. */
export function parseAndCachePublicKey(text: string): PublicBase {
  const base = parseAndCacheGroupElement(text)
  throwBallotErrorUnless(!base.element.is0(), 'public key is the identity')
  return base
}

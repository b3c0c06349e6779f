import { formatGroupElements } from './element.ts'
import { getPrecomputedPowersOfGroupGenerator } from './generator-base.ts'
import { FixedBase, PublicBase, parseGroupElementWithoutCaching } from './public-base.ts'
import type { VerificationGroup } from './verification-group.ts'

/** Elliptic-curve arithmetic with JavaScript integers, for browsers. */
export const nobleGroup: VerificationGroup<PublicBase | FixedBase> = {
  parse: parseGroupElementWithoutCaching,
  format: elements => formatGroupElements(elements.map(({ element }) => element)),
  isIdentity: ({ element }) => element.is0(),
  add: (left, right) => new PublicBase(left.element.add(right.element)),
  power: (base, exponent) => new PublicBase(base.power(exponent)),
  powerOfGenerator: exponent => new PublicBase(getPrecomputedPowersOfGroupGenerator().power(exponent)),
  precompute: ({ element }) => new FixedBase(element),
}

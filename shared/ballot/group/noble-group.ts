import { formatElements } from './element.ts'
import { getGeneratorBase } from './generator-base.ts'
import { FixedBase, PublicBase, parsePublicBase } from './public-base.ts'
import type { VerificationGroup } from './verification-group.ts'

/** Elliptic-curve arithmetic with JavaScript integers, for browsers. */
export const nobleGroup: VerificationGroup<PublicBase | FixedBase> = {
  parse: parsePublicBase,
  format: elements => formatElements(elements.map(({ element }) => element)),
  isIdentity: ({ element }) => element.is0(),
  add: (left, right) => new PublicBase(left.element.add(right.element)),
  power: (base, exponent) => new PublicBase(base.power(exponent)),
  powerOfGenerator: exponent => new PublicBase(getGeneratorBase().power(exponent)),
  precompute: ({ element }) => new FixedBase(element),
}

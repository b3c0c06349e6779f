import { generator } from './element.ts'
import { FixedBase } from './public-base.ts'

let base: FixedBase | undefined

/** Returns precomputed powers of the group generator. The first call computes them. */
export function getPrecomputedPowersOfGroupGenerator(): FixedBase {
  base ??= new FixedBase(generator)
  return base
}

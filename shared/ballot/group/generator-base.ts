import { generator } from './element.ts'
import { FixedBase } from './public-base.ts'

let base: FixedBase | undefined

/** Returns precomputed powers of the group generator, which are computed at the first use. */
export function getGeneratorBase(): FixedBase {
  base ??= new FixedBase(generator)
  return base
}

import { generator } from './element.ts'
import { FixedBase } from './public-base.ts'

let base: FixedBase | undefined

/** Returns the table of the generator, which is computed at the first use. */
export function generatorBase(): FixedBase {
  base ??= new FixedBase(generator)
  return base
}

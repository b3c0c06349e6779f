// What somebody is called, signed by themselves: a server that renames people is seen.
import * as z from 'zod/mini'
import type { Card } from './card.ts'
import { isSignedBy, type Signed, type Verify } from './signed.ts'

const nameStatement = z.strictObject({
  userId: z.int(),
  gen: z.int(),
  /** Goes up with every new name, also when the keys change. */
  rev: z.int().check(z.positive(), z.maximum(1_000_000_000)),
  name: z.string().check(z.minLength(1), z.maxLength(1000)),
})
export type NameStatement = z.infer<typeof nameStatement>

/** Undefined: not signed with these keys, of somebody else, or nothing of the kind. */
export async function readName(
  { userId, gen, sign }: Card,
  signed: Signed,
  verify: Verify,
): Promise<NameStatement | undefined> {
  if (!(await isSignedBy(verify, sign, 'name', signed))) return undefined
  try {
    const said = nameStatement.parse(JSON.parse(signed.body))
    return said.userId === userId && said.gen === gen ? said : undefined
  } catch {
    return undefined
  }
}

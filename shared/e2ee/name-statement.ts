// Name statement: a user's name, signed by that user, so that clients detect when the server shows another name.
import * as z from 'zod/mini'
import { hasForbiddenCharacters } from '#shared/fields/text.ts'
import type { Card } from './signed-public-keys.ts'
import { isTextSignedBy, type Signed, type VerifySignature } from './signed-text.ts'

const nameStatement = z.strictObject({
  userId: z.int(),
  gen: z.int(),
  /** Revision number of the user's name. Each new name has a higher one, even after a renewal of the keys. */
  rev: z.int().check(z.positive(), z.maximum(1_000_000_000)),
  /**
   * The name must follow the rules for names of accounts, because a signer could otherwise imitate other texts on
   * screens.
   */
  name: z.string().check(
    z.minLength(1),
    z.maxLength(1000),
    z.refine(name => !hasForbiddenCharacters(name)),
  ),
})
export type NameStatement = z.infer<typeof nameStatement>

/** Verifies a name statement by the user's public keys. Returns undefined when it is not valid for this user. */
export async function verifySignedUserName(
  { userId, gen, sign }: Card,
  signed: Signed,
  verify: VerifySignature,
): Promise<NameStatement | undefined> {
  if (!(await isTextSignedBy(verify, sign, 'name', signed))) return undefined
  try {
    const statement = nameStatement.parse(JSON.parse(signed.body))
    return statement.userId === userId && statement.gen === gen ? statement : undefined
  } catch {
    return undefined
  }
}

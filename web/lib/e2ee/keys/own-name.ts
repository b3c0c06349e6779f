// Signs the signed-in user's name with the user's keys.
import { signMyName } from '#shared/contracts/keys/keys.endpoints.ts'
import { type NameStatement, verifySignedUserName } from '#shared/e2ee/name-statement.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'
import { callEndpoint } from '#web/lib/http/api.ts'

/** Returns the signed-in user's signed name; undefined if the signature was not made with the given keys. */
export async function verifyAndReadOwnSignedName(
  { card }: Identity,
  signed: Signed | null,
): Promise<NameStatement | undefined> {
  return signed
    ? verifySignedUserName(card, signed, (await loadEllipticCurveImplementation()).verify)
    : undefined
}

function readSignedNameRevision(signed: Signed | null): number {
  try {
    return Number(JSON.parse(signed?.body ?? '{}').rev) || 0
  } catch {
    return 0
  }
}

/** Signs the user's name with a revision number above that of `before`, the previously signed name. */
export async function signAndPublishOwnFullName(
  identity: Identity,
  name: string,
  before: Signed | null,
): Promise<void> {
  const { userId, gen } = identity.card
  const statement: NameStatement = { userId, gen, rev: readSignedNameRevision(before) + 1, name }
  await callEndpoint(signMyName, { body: await signText(identity.sign, 'name', JSON.stringify(statement)) })
}

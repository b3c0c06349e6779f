// What one is called, signed on one's own device.
import { signMyName } from '#shared/contracts/keys.endpoints.ts'
import { type NameStatement, readName } from '#shared/e2ee/name.ts'
import type { Signed } from '#shared/e2ee/signed.ts'
import { call } from '#web/lib/api.ts'
import { loadCurves } from './curves.ts'
import { type Identity, signText } from './identity.ts'

/** Undefined: nothing that these keys have signed. */
export async function readOwnName(
  { card }: Identity,
  signed: Signed | null,
): Promise<NameStatement | undefined> {
  return signed ? readName(card, signed, (await loadCurves()).verify) : undefined
}

function revOf(signed: Signed | null): number {
  try {
    return Number(JSON.parse(signed?.body ?? '{}').rev) || 0
  } catch {
    return 0
  }
}

/** `before`: what stands there now, whoever wrote it; the next has to be newer. */
export async function signName(identity: Identity, name: string, before: Signed | null): Promise<void> {
  const { userId, gen } = identity.card
  const said: NameStatement = { userId, gen, rev: revOf(before) + 1, name }
  await call(signMyName, { body: await signText(identity.sign, 'name', JSON.stringify(said)) })
}

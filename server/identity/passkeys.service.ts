import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import type { Settings } from '#server/env.ts'

/**
 * Loads the WebAuthn library on first use, because it makes up a quarter of the modules that would be loaded at start.
 */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** Returns the WebAuthn relying party id: the host name of the public URL. */
export function getRelyingPartyId({ PUBLIC_URL }: Settings): string {
  return new URL(PUBLIC_URL).hostname
}

/** Returns the WebAuthn user handle: an id that a passkey stores to identify its user. */
export function encodePasskeyUserHandle(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`perantau/${userId}`)
}

export async function countPasskeys(db: Db, userId: number): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId))
}

/** Removes one or all passkeys of the user and returns the credential ids of the removed passkeys. */
export async function removePasskeys(db: Db, userId: number, id?: number): Promise<string[]> {
  const removed = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), id === undefined ? undefined : eq(passkeys.id, id)))
    .returning({ credentialId: passkeys.credentialId })
  return removed.map(({ credentialId }) => credentialId)
}

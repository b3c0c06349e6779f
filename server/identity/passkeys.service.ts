import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import type { Settings } from '#server/env.ts'

/** Loaded when first asked for: what it brings along is a quarter of what a start would load. */
export const webauthn = () => import('@simplewebauthn/server')

/** Whom passkeys are made for: this host, by its name. */
export function relyingParty({ PUBLIC_URL }: Settings): string {
  return new URL(PUBLIC_URL).hostname
}

/** By what a passkey knows its person. */
export function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`perantau/${userId}`)
}

export async function countPasskeys(db: Db, userId: number): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId))
}

/** One, or all; which they were. */
export async function removePasskeys(db: Db, userId: number, id?: number): Promise<string[]> {
  const gone = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), id === undefined ? undefined : eq(passkeys.id, id)))
    .returning({ credentialId: passkeys.credentialId })
  return gone.map(({ credentialId }) => credentialId)
}

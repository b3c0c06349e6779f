import { desc, eq, max } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { conflict } from '#server/errors.ts'

/** 0: none were ever made. */
export async function findGen(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ gen: max(userKeys.gen) })
    .from(userKeys)
    .where(eq(userKeys.userId, userId))
  return row?.gen ?? 0
}

/** The keys are still these: held, so that whoever adds to them at the same time comes after. */
export async function requireGen(tx: Db, userId: number, gen: number): Promise<void> {
  const [newest] = await tx
    .select({ gen: userKeys.gen })
    .from(userKeys)
    .where(eq(userKeys.userId, userId))
    .orderBy(desc(userKeys.gen))
    .limit(1)
    .for('no key update')
  if (newest?.gen !== gen) throw conflict('keys_moved')
}

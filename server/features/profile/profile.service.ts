import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import { attachFile, removeFile } from '#server/features/files/files.service.ts'
import type { Storage } from '#server/features/files/storage.ts'
import type { ProfileBody } from '#shared/contracts/profile.ts'
import type { Actor } from '#shared/policies.ts'

/** The new photograph takes the place of the old one, which goes. */
async function changePhotograph(tx: Db, storage: Storage, actor: Actor, next: string | null): Promise<void> {
  const [before] = await tx
    .select({ id: users.profileImageId })
    .from(users)
    .where(eq(users.id, actor.id))
    .for('no key update')
  if (!before || before.id === next) return
  if (next) await attachFile(tx, actor, next, 'profile_image')
  await tx.update(users).set({ profileImageId: next }).where(eq(users.id, actor.id))
  if (before.id) await removeFile(tx, storage, before.id)
}

export async function updateProfile(
  db: Db,
  storage: Storage,
  actor: Actor,
  body: ProfileBody,
): Promise<void> {
  await db.transaction(async tx => {
    if (body.profileImageId !== undefined) await changePhotograph(tx, storage, actor, body.profileImageId)
    await recordEvent(tx, {
      kind: 'profile.updated',
      actorId: actor.id,
      target: { type: 'user', id: actor.id, country: actor.currentCountry },
      details: { fields: Object.keys(body).sort().join(' ') },
      refresh: { urls: ['/api/auth/me', '/api/profile'], to: { users: [actor.id] } },
    })
  })
}

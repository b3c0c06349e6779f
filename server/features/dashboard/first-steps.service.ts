import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { pushDevices } from '#server/db/schema/accounts.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, invitations, users } from '#server/db/schema/core.ts'
import { keyWraps } from '#server/db/schema/e2ee.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { haveEncryptionKeysEverBeenUsed } from '#server/features/keys/identity/key-dependents.queries.ts'
import type { FirstStep } from '#shared/contracts/dashboard/dashboard.schemas.ts'

type Step = { step: FirstStep; isDone: boolean }

async function hasAnyRow(db: Db, table: PgTable, where?: SQL): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(table).where(where).limit(1)
  return rows.length > 0
}

/** Onboarding steps of a new installation: set its name, create a club, send a mail, add people. */
async function readInstallationSteps({ db, actor, settings }: SignedInContext): Promise<Step[]> {
  const isNamed = settings.APP_NAME !== 'Perantau' || settings.ORG_NAME !== 'Kelab Perantau'
  const isOtherUser = and(ne(users.id, actor.id), isNull(users.erasedAt))
  return [
    { step: 'name', isDone: isNamed },
    { step: 'firstClub', isDone: await hasAnyRow(db, clubs) },
    { step: 'mail', isDone: await hasAnyRow(db, mailOutbox, eq(mailOutbox.status, 'sent')) },
    {
      step: 'people',
      isDone: (await hasAnyRow(db, users, isOtherUser)) || (await hasAnyRow(db, invitations)),
    },
  ]
}

/** Suggests a backup of the user's encryption keys once data was encrypted or signed with these keys. */
async function readKeySteps({ db, actor }: SignedInContext): Promise<Step[]> {
  const isDone = await hasAnyRow(db, keyWraps, eq(keyWraps.userId, actor.id))
  return isDone || (await haveEncryptionKeysEverBeenUsed(db, actor.id)) ? [{ step: 'keys', isDone }] : []
}

async function readMemberSteps(context: SignedInContext): Promise<Step[]> {
  const { db, actor } = context
  const hasPhoto = and(eq(users.id, actor.id), sql`${users.profileImageId} is not null`)
  return [
    { step: 'photo', isDone: await hasAnyRow(db, users, hasPhoto) },
    { step: 'club', isDone: actor.clubId !== null },
    {
      step: 'activity',
      isDone: await hasAnyRow(db, activityParticipants, eq(activityParticipants.userId, actor.id)),
    },
    { step: 'notifications', isDone: await hasAnyRow(db, pushDevices, eq(pushDevices.userId, actor.id)) },
    ...(await readKeySteps(context)),
  ]
}

/** Returns the onboarding steps of a new user. Each step is marked as done when the stored data show this. */
export async function readOnboardingSteps(context: SignedInContext): Promise<Step[]> {
  const { role } = context.actor
  if (role === 'member') return readMemberSteps(context)
  // A demo installation is for evaluation, so its administrator gets no onboarding steps.
  return role === 'system_admin' && !context.settings.isDemo ? readInstallationSteps(context) : []
}

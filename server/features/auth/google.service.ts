import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { findViolatedUniqueConstraint } from '#server/db/errors/database-errors.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { registerWithGoogle } from '#server/features/registration/register-user.service.ts'
import { countAttemptIfAllowed, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import {
  requirePasswordUnchangedSinceReauthentication,
  requireReauthentication,
} from '#server/identity/require-reauthentication.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Session } from '#server/sessions/sessions.service.ts'
import type { ReauthenticationBody } from '#shared/contracts/auth/password.schemas.ts'
import { email as emailField } from '#shared/fields/id-and-email.ts'
import { fullName as fullNameField } from '#shared/fields/text.ts'
import {
  type SignInClient,
  type SignInResult,
  startSessionOrSecondFactorStep,
} from './complete-sign-in.service.ts'
import type { GoogleIdentity } from './google-client.ts'
import { recordGoogleReauthentication } from './reauthenticate.service.ts'

/** Returns true when a server instance has already handled the Google callback with this state value. */
export async function isOAuthStateAlreadyUsed({ db }: Context, state: string): Promise<boolean> {
  return !(await countAttemptIfAllowed(db, { key: hashRateLimitKey('google', state), most: 1, minutes: 60 }))
}

type Outcome =
  | SignInResult
  /** Google sign-in found an account with the same email address. The owner of the account has to confirm the link. */
  | { kind: 'link'; userId: number }
  /**
   * The Google sign-in is refused: the account with this email address is linked to a different Google
   * account.
   */
  | { kind: 'other' }

/** Finds the user by Google account id, even after an email change at Google; otherwise by email address. */
async function findUserOfGoogleAccount(db: Db, { sub, email }: GoogleIdentity) {
  const { id, googleId, role, currentCountry, password } = users
  const rows = await db
    .select({ id, googleId, role, currentCountry, password })
    .from(users)
    .where(and(or(eq(googleId, sub), eq(users.email, email)), isNull(users.erasedAt)))
  return rows.find(row => row.googleId === sub) ?? rows[0]
}

/** Returns the name from Google, or the first part of the email address when Google has no valid name. */
function chooseFullName({ name, email }: GoogleIdentity): string {
  const parsedName = fullNameField.safeParse(name)
  return parsedName.success ? parsedName.data : (email.split('@')[0] ?? email)
}

/** Signs a user in by a verified Google identity. A new user gets a pending account, like any other applicant. */
export async function signInWithGoogle(
  context: Context,
  providerIdentity: GoogleIdentity,
  visitor: SignInClient,
): Promise<Outcome> {
  const identity = { ...providerIdentity, email: emailField.parse(providerIdentity.email) }
  for (let attempt = 1; ; attempt++) {
    const person = await findUserOfGoogleAccount(context.db, identity)
    if (person?.googleId === identity.sub) {
      return context.transaction(tx => startSessionOrSecondFactorStep(tx, person, visitor, 'google'))
    }
    if (person) return person.googleId ? { kind: 'other' } : { kind: 'link', userId: person.id }
    try {
      const { sub, email } = identity
      await registerWithGoogle(
        context,
        { googleId: sub, email, fullName: chooseFullName(identity) },
        visitor.ipAddress,
      )
    } catch (error) {
      // After a concurrent request registered the same person, the next loop iteration finds the new account.
      if (findViolatedUniqueConstraint(error) === undefined || attempt === 5) throw error
    }
  }
}

/** Links a Google account to the signed-in user, who has confirmed the link explicitly. */
export async function linkGoogleAccount(
  context: SignedInContext,
  { sub: googleId, email }: { sub: string; email: string },
): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const [user] = await db
      .update(users)
      .set({
        googleId,
        // The stored email address counts as confirmed only if it equals the email address that Google has verified.
        ...(emailField.parse(email) === actor.email && {
          emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`,
        }),
        updatedAt: sql`now()`,
      })
      .where(and(eq(users.id, actor.id), isNull(users.googleId), isNull(users.erasedAt)))
      .returning({ id: users.id, email: users.email, currentCountry: users.currentCountry })
    if (!user) throw conflict()
    await recordAuditEvent(tx, {
      kind: 'auth.google_linked',
      target: buildUserAuditTarget(user),
      touches: { topics: ['account', 'me'], to: { users: [user.id] } },
    })
    await queueMail(db, { to: [user], kind: 'google.linked' })
  })
}

/** Disconnects Google. Users without a password are refused, because they could not sign in any more. */
export async function disconnectGoogleAccount(
  context: SignedInContext,
  { currentPassword }: ReauthenticationBody,
): Promise<void> {
  const passwordHash = await requireReauthentication(context, currentPassword)
  if (passwordHash === null) throw conflict('last_way')
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await requirePasswordUnchangedSinceReauthentication(tx, passwordHash)
    const { rowCount } = await db
      .update(users)
      .set({ googleId: null, updatedAt: sql`now()` })
      .where(and(eq(users.id, actor.id), isNotNull(users.googleId)))
    if (rowCount === 0) throw conflict()
    // Re-authentications by Google become invalid when the Google account is disconnected.
    await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, actor.id))
    await recordAuditEvent(tx, {
      kind: 'auth.google_unlinked',
      target: buildUserAuditTarget(actor),
      touches: { topics: ['account', 'me'], to: { users: [actor.id] } },
    })
    await queueMail(db, { to: [actor], kind: 'google.unlinked' })
  })
}

/** Maximum age (ms) of a sign-in at Google that counts as re-authentication. */
const maxSignInAge = 5 * 60_000

/**
 * Marks the session as re-authenticated by Google.
 * Returns false for another Google account or an old sign-in.
 */
export async function reauthenticateWithGoogle(
  context: Context,
  session: Session,
  { sub, authenticatedAt }: GoogleIdentity,
): Promise<boolean> {
  if (authenticatedAt && authenticatedAt.getTime() < Date.now() - maxSignInAge) return false
  const isLinkedAccount = and(eq(users.id, session.user.id), eq(users.googleId, sub))
  if ((await context.db.$count(users, isLinkedAccount)) === 0) return false
  return recordGoogleReauthentication(context, session)
}

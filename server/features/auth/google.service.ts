import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { violatedRule } from '#server/db/database-errors.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { registerByGoogle } from '#server/features/registration/register.service.ts'
import { confirmPerson, stillConfirmed } from '#server/identity/confirm-person.service.ts'
import { limitKey, takeAttempt } from '#server/identity/rate-limit.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Session } from '#server/sessions/sessions.service.ts'
import type { ProofBody } from '#shared/contracts/password.ts'
import { fullName as fullNameField } from '#shared/contracts/text.ts'
import { email as emailField } from '#shared/fields.ts'
import { type Entrance, enter, type Visitor } from './enter.service.ts'
import type { Identity } from './google-client.ts'
import { proveByGoogle } from './prove.service.ts'

/** The same way back again, also at another instance: an attempt is good for one return. */
export async function isUsedUp({ db }: Context, state: string): Promise<boolean> {
  return !(await takeAttempt(db, { key: limitKey('google', state), most: 1, minutes: 60 }))
}

type Outcome =
  | Entrance
  /** There is an account with this address; its owner has to say so themselves. */
  | { kind: 'link'; userId: number }
  /** There is one, and it belongs to another Google account. */
  | { kind: 'other' }

/** By the account at Google, whatever its address is by now; otherwise by the address. */
async function findPerson(db: Db, { sub, email }: Identity) {
  const { id, googleId, role, currentCountry, password } = users
  const rows = await db
    .select({ id, googleId, role, currentCountry, password })
    .from(users)
    .where(and(or(eq(googleId, sub), eq(users.email, email)), isNull(users.erasedAt)))
  return rows.find(row => row.googleId === sub) ?? rows[0]
}

/** A name that can be shown; who has none at Google is called by their address until they say otherwise. */
function nameOf({ name, email }: Identity): string {
  const parsed = fullNameField.safeParse(name)
  return parsed.success ? parsed.data : (email.split('@')[0] ?? email)
}

/** `identity` has proved its address. A first-time person gets an account that waits for approval like any other. */
export async function signInWithGoogle(
  context: Context,
  given: Identity,
  visitor: Visitor,
): Promise<Outcome> {
  const identity = { ...given, email: emailField.parse(given.email) }
  for (let attempt = 1; ; attempt++) {
    const person = await findPerson(context.db, identity)
    if (person?.googleId === identity.sub) {
      return context.transaction(tx => enter(tx, person, visitor, 'google'))
    }
    if (person) return person.googleId ? { kind: 'other' } : { kind: 'link', userId: person.id }
    try {
      const { sub, email } = identity
      await registerByGoogle(context, { googleId: sub, email, fullName: nameOf(identity) }, visitor.address)
    } catch (error) {
      // The same person came in by another door at the same moment, and is found the next time round.
      if (violatedRule(error) === undefined || attempt === 5) throw error
    }
  }
}

/** Said by the owner of the account, signed in and in so many words. */
export async function linkGoogle(
  context: SignedIn,
  { sub: googleId, email }: { sub: string; email: string },
): Promise<void> {
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    const [user] = await db
      .update(users)
      .set({
        googleId,
        // Google vouches for its own address, which need not be the one that is known here.
        ...(emailField.parse(email) === actor.email && {
          emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`,
        }),
        updatedAt: sql`now()`,
      })
      .where(and(eq(users.id, actor.id), isNull(users.googleId), isNull(users.erasedAt)))
      .returning({ id: users.id, email: users.email, currentCountry: users.currentCountry })
    if (!user) throw conflict()
    await recordEvent(tx, {
      kind: 'auth.google_linked',
      target: userTarget(user),
      touches: { topics: ['account', 'me'], to: { users: [user.id] } },
    })
    await queueMail(db, { to: [user], kind: 'google.linked' })
  })
}

/** Only for who has a password: it is what they then come in by, and prove themselves with. */
export async function disconnectGoogle(context: SignedIn, { currentPassword }: ProofBody): Promise<void> {
  const proof = await confirmPerson(context, currentPassword)
  if (proof === null) throw conflict('last_way')
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    await stillConfirmed(tx, proof)
    const { rowCount } = await db
      .update(users)
      .set({ googleId: null, updatedAt: sql`now()` })
      .where(and(eq(users.id, actor.id), isNotNull(users.googleId)))
    if (rowCount === 0) throw conflict()
    // What Google vouched for is worth nothing from now on.
    await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, actor.id))
    await recordEvent(tx, {
      kind: 'auth.google_unlinked',
      target: userTarget(actor),
      touches: { topics: ['account', 'me'], to: { users: [actor.id] } },
    })
    await queueMail(db, { to: [actor], kind: 'google.unlinked' })
  })
}

/** How old a sign-in at Google may be to count as one of just now. */
const freshFor = 5 * 60_000

/** Notes in this session that its person has just signed in at Google; false if it was somebody else, or long ago. */
export async function confirmByGoogle(
  context: Context,
  session: Session,
  { sub, authenticatedAt }: Identity,
): Promise<boolean> {
  if (authenticatedAt && authenticatedAt.getTime() < Date.now() - freshFor) return false
  const isTheirs = and(eq(users.id, session.user.id), eq(users.googleId, sub))
  if ((await context.db.$count(users, isTheirs)) === 0) return false
  return proveByGoogle(context, session)
}

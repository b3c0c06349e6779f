import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { clubs, invitations, users } from '#server/db/schema/core.ts'
import { badInput } from '#server/errors.ts'
import { touch } from '#server/events/events.service.ts'
import { badLink } from '#server/identity/account-tokens.service.ts'
import { readToken } from '#server/secret.ts'
import { fieldTexts } from '#shared/errors.ts'
import { isGood } from './invitations.service.ts'

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Where it leads and who asks one in; undefined: there is no such invitation, or it lets nobody in any more. */
export async function lookAtInvitation({ db, secret }: Context, token: string) {
  const id = readToken(secret, token)
  if (!id || !idPattern.test(id)) return undefined
  const [found] = await db
    .select({
      country: invitations.country,
      clubId: invitations.clubId,
      clubName: clubs.name,
      email: invitations.email,
      invitedBy: users.fullName,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .leftJoin(clubs, eq(clubs.id, invitations.clubId))
    .where(and(eq(invitations.id, id), isGood))
  return found
}

interface Comer {
  email: string
  currentCountry: string | null
  clubId: number | null
}

/** One place of it, in the transaction of whoever takes it: of two who want the last one gets it. */
export async function takeInvitation({ db, secret }: Context, token: string, comer: Comer) {
  const id = readToken(secret, token)
  const [taken] =
    id && idPattern.test(id)
      ? await db
          .update(invitations)
          .set({ uses: sql`${invitations.uses} + 1` })
          .where(and(eq(invitations.id, id), isGood))
          .returning()
      : []
  if (!taken) throw badLink()
  const { country, clubId } = taken
  if (comer.currentCountry && comer.currentCountry !== country) {
    throw badInput({ currentCountry: fieldTexts.invalid })
  }
  if (clubId !== null && comer.clubId !== null && comer.clubId !== clubId) {
    throw badInput({ clubId: fieldTexts.invalid })
  }
  await touch({ db }, { topics: ['invitations'], to: { reach: taken, users: [taken.createdBy] } })
  return {
    invitationId: taken.id,
    currentCountry: country,
    clubId: clubId ?? comer.clubId,
    // Whoever has the link from the mail reads the mail of that address.
    isAddressProved: taken.email === comer.email,
  }
}

import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { clubs, invitations, users } from '#server/db/schema/core.ts'
import { badInput } from '#server/errors.ts'
import { invalidateClientCache } from '#server/events/events.service.ts'
import { createInvalidLinkError } from '#server/identity/account-tokens.service.ts'
import { verifyLinkToken } from '#server/secret.ts'
import { fieldTexts } from '#texts/errors.ts'
import { isUsable } from './invitations.service.ts'

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns club, country and creator of an invitation, or undefined when it is unknown or not usable. */
export async function findInvitation({ db, secret }: Context, token: string) {
  const id = verifyLinkToken(secret, token)
  if (!id || !idPattern.test(id)) return undefined
  const [invitation] = await db
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
    .where(and(eq(invitations.id, id), isUsable))
  return invitation
}

interface Applicant {
  email: string
  currentCountry: string | null
  clubId: number | null
}

/**
 * Counts one use of an invitation, in the transaction of the registration.
 * When two applicants compete for the last use of an invitation, the second gets bad_link.
 */
export async function redeemInvitation({ db, secret }: Context, token: string, applicant: Applicant) {
  const id = verifyLinkToken(secret, token)
  const [redeemed] =
    id && idPattern.test(id)
      ? await db
          .update(invitations)
          .set({ uses: sql`${invitations.uses} + 1` })
          .where(and(eq(invitations.id, id), isUsable))
          .returning()
      : []
  if (!redeemed) throw createInvalidLinkError()
  const { country, clubId } = redeemed
  if (applicant.currentCountry && applicant.currentCountry !== country) {
    throw badInput({ currentCountry: fieldTexts.invalid })
  }
  if (clubId !== null && applicant.clubId !== null && applicant.clubId !== clubId) {
    throw badInput({ clubId: fieldTexts.invalid })
  }
  await invalidateClientCache(
    { db },
    { topics: ['invitations'], to: { reach: redeemed, users: [redeemed.createdBy] } },
  )
  return {
    invitationId: redeemed.id,
    currentCountry: country,
    clubId: clubId ?? applicant.clubId,
    // The link from the invitation mail proves access to the mailbox, so the email address counts as confirmed.
    isAddressProved: redeemed.email === applicant.email,
  }
}

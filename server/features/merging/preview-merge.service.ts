import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { mergeRequests } from '#server/db/schema/merging.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { badInput, forbidden, notFound } from '#server/errors.ts'
import type { User } from '#server/features/users/access/require-access-to-user.service.ts'
import { readMaskedIdentityNumber } from '#server/features/users/person-data/read-identity-number.ts'
import { type MergedField, mergedFields } from '#shared/contracts/merging/merging.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { can } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'
import {
  classifyAccountUsage,
  isUsedAccountRemovedByMerge,
  needsOwnerConsent,
  wasAccountDeactivatedInUse,
} from './account-use.service.ts'

interface Side {
  user: User
  clubName: string | null
}

/**
 * Loads one of the two users to merge and checks that the caller may merge the user.
 * The user is not locked, because the preview does not write.
 */
async function findSideOfMerge({ db, actor }: SignedInContext, id: number): Promise<Side> {
  const [side] = await db
    .select({ user: users, clubName: clubs.name })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(and(eq(users.id, id), isNull(users.erasedAt), filterUsersByScope(actor)))
  if (!side) throw notFound()
  if (!can(actor, 'users.merge', { user: side.user })) throw forbidden()
  return side
}

/** Counts the records of a user that a merge would move. */
async function countRecordsOfUser({ db }: SignedInContext, id: number) {
  const { rows } = await db.execute<
    Record<'activities' | 'groups' | 'messages' | 'announcements' | 'offices', number>
  >(
    sql`select (select count(*)::int from activity_participants where user_id = ${id}) as activities,
               (select count(*)::int from group_members where user_id = ${id}) as groups,
               (select count(*)::int from messages where sender_id = ${id}) as messages,
               (select count(*)::int from announcement_recipients where user_id = ${id}) as announcements,
               (select (select count(*)::int from offices where user_id = ${id})
                     + (select count(*)::int from appointments where user_id = ${id})) as offices`,
  )
  return rows[0] as (typeof rows)[number]
}

const joinParts = (parts: (string | number | null)[], separator: string) =>
  parts.filter(part => part !== null && part !== '').join(separator) || null

function formatMergeField(
  context: SignedInContext,
  { user, clubName }: Side,
  field: MergedField,
): string | null {
  switch (field) {
    case 'icNumber':
      return user.icEncrypted && readMaskedIdentityNumber(context, user.id, user.icEncrypted)
    case 'place':
      return joinParts([clubName, getCountryName(user.currentCountry)], ', ')
    case 'years':
      return joinParts([user.startYear, user.endYear], ' – ')
    case 'socialMedia':
      return joinParts(
        user.socialMedia.map(({ platform, url }) => `${platform}: ${url}`),
        ', ',
      )
    case 'photograph':
      return user.profileImageId && `/api/files/${user.profileImageId}`
    default:
      return joinParts([user[field]], '')
  }
}

async function summarizeAccount(context: SignedInContext, { user, clubName }: Side) {
  const { id, fullName, email, status, role, membershipNumber, currentCountry, createdAt } = user
  return {
    ...{ id, fullName, email, status, role, membershipNumber, currentCountry, createdAt, clubName },
    profileImageUrl: user.profileImageId && `/api/files/${user.profileImageId}`,
    entry: await classifyAccountUsage(context.db, user),
    counts: await countRecordsOfUser(context, id),
  }
}

async function findMergeRequest({ db }: SignedInContext, keptId: number, goneId: number) {
  const [request] = await db
    .select()
    .from(mergeRequests)
    .where(
      and(
        eq(mergeRequests.keptId, keptId),
        eq(mergeRequests.goneId, goneId),
        sql`${mergeRequests.expiresAt} > now()`,
      ),
    )
  return request ?? null
}

export async function previewMerge(context: SignedInContext, id: number, otherId: number) {
  if (id === otherId) throw badInput({ otherId: fieldTexts.choseOneself })
  const sides = [await findSideOfMerge(context, id), await findSideOfMerge(context, otherId)] as const
  const [kept, gone] = [await summarizeAccount(context, sides[0]), await summarizeAccount(context, sides[1])]
  return {
    kept,
    gone,
    fields: mergedFields.map(field => ({
      field,
      kept: formatMergeField(context, sides[0], field),
      gone: formatMergeField(context, sides[1], field),
    })),
    mustSwap: isUsedAccountRemovedByMerge(kept.entry, gone.entry),
    mustWake: wasAccountDeactivatedInUse(gone, gone.entry),
    needsOwners: needsOwnerConsent(kept.entry, gone.entry),
    request: await findMergeRequest(context, id, otherId),
  }
}

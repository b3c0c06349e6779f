import { sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { type AppError, conflict } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  notifyUsers,
  recordAuditEvents,
} from '#server/events/events.service.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { markApplicationNotificationsRead } from '#server/features/notifications/mark-application-notifications-read.service.ts'
import {
  buildCacheInvalidationsForChangedUsers,
  buildChangedUserResponse,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { ApprovalBody, Decision, PlacementBody } from '#shared/contracts/users/users.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import {
  applyDecisionToEligibleUsers,
  getDecisionResultForUserOrThrow,
  type Outcomes,
} from './apply-decision-to-eligible-users.service.ts'
import { assignUserToClub } from './assign-user-to-club.service.ts'
import { allocateMembershipNumbers } from './membership-numbers.service.ts'

type Applicant = User & { currentCountry: Country }

function validateApplicant(user: User): Applicant | AppError {
  if (user.status !== 'pending') return conflict('not_pending')
  const { currentCountry } = user
  return currentCountry ? { ...user, currentCountry } : conflict('country_missing')
}

/**
 * Assigns a membership number to each applicant; an applicant who already has a number keeps it.
 * Membership counters are locked in alphabetical order of country, so that concurrent approvals cannot deadlock.
 */
async function assignMembershipNumbers(
  db: Db,
  applicants: Applicant[],
): Promise<(Applicant & { membershipNumber: string })[]> {
  const unnumbered = applicants.filter(({ membershipNumber }) => membershipNumber === null)
  const numbers = new Map<Country, string[]>()
  for (const country of [...new Set(unnumbered.map(({ currentCountry }) => currentCountry))].sort()) {
    const count = unnumbered.filter(({ currentCountry }) => currentCountry === country).length
    numbers.set(country, await allocateMembershipNumbers(db, country, count))
  }
  return applicants.map(person => {
    const membershipNumber = person.membershipNumber ?? numbers.get(person.currentCountry)?.shift()
    if (!membershipNumber) throw new Error('approve-user: an applicant was left without a membership number')
    return { ...person, membershipNumber }
  })
}

async function activateApplicants(tx: SignedInContext, applicants: Applicant[]): Promise<Decision[]> {
  const { db, actor } = tx
  const members = await assignMembershipNumbers(db, applicants)
  const ids = members.map(({ id }) => id)
  await db.execute(sql`
    update users set status = 'active', membership_number = n.number, approved_by = ${actor.id}, approved_at = now(),
           updated_at = now()
      from unnest(${sql.param(ids)}::int[], ${sql.param(members.map(member => member.membershipNumber))}::text[]) n(id, number)
     where users.id = n.id`)
  await db.insert(userHistory).values(
    members.map(({ id, currentCountry, clubId }) => ({
      userId: id,
      status: 'active' as const,
      currentCountry,
      clubId,
      changedBy: actor.id,
    })),
  )
  await syncSystemGroups(db, ...ids)
  await recordAuditEvents(
    tx,
    members.map(user => ({ kind: 'user.approved' as const, target: buildUserAuditTarget(user) })),
  )
  await notifyUsers(tx, { users: ids, kind: 'user.approved', params: 'their own' })
  for (const invalidation of buildCacheInvalidationsForChangedUsers(members))
    await invalidateClientCache(tx, invalidation)
  await markApplicationNotificationsRead(tx, ...ids)
  await queueMail(db, {
    to: members.map(({ id, email, membershipNumber }) => ({ id, email, params: { membershipNumber } })),
    kind: 'user.approved',
  })
  return members.map(user => buildChangedUserResponse({ ...user, status: 'active' }))
}

/**
 * Approves those of the given applicants who are eligible, in one transaction.
 * Returns an error for each of the other applicants.
 */
export async function approveUsers(context: SignedInContext, ids: number[]): Promise<Outcomes> {
  return context.transaction(tx =>
    applyDecisionToEligibleUsers(tx, ids, {
      action: 'users.approve',
      check: validateApplicant,
      apply: applicants => activateApplicants(tx, applicants),
    }),
  )
}

const hasPlacement = (body?: ApprovalBody): body is PlacementBody => Boolean(body && 'clubId' in body)

/**
 * Approves an applicant. If the request names a club, the applicant is first assigned to it in the same transaction.
 */
export async function approveUser(
  context: SignedInContext,
  id: number,
  body?: ApprovalBody,
): Promise<Decision> {
  return context.transaction(async tx => {
    if (hasPlacement(body)) await assignUserToClub(tx, id, body)
    return getDecisionResultForUserOrThrow(await approveUsers(tx, [id]), id)
  })
}

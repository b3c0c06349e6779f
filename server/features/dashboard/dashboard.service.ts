import type { SignedInContext } from '#server/context.ts'
import { listRecentActivities } from '#server/features/activities/activities.service.ts'
import { globalScope } from '#server/features/analytics/analytics-scope.service.ts'
import { countMembersByEducationLevel } from '#server/features/analytics/compute-member-analytics.service.ts'
import {
  countMembersByCountry,
  readMainStatisticsForNowAndLastMonth,
  readUserCountsByStatus,
  runInDatabaseSnapshot,
} from '#server/features/analytics/key-figures.queries.ts'
import { listUnreadAnnouncements } from '#server/features/announcements/announcements.service.ts'
import { countUnfilledRequiredFields } from '#server/features/custom-fields/person-fields.service.ts'
import { listElectionsAwaitingUserAction } from '#server/features/elections/elections.queries.ts'
import { listOwnUnpaidFees } from '#server/features/fees/overview/own-fees.service.ts'
import { countTransferSlipsAwaitingReview } from '#server/features/fees/transfer-slips/transfer-slip-queue.queries.ts'
import { listMotionsToVoteOn } from '#server/features/motions/motions.queries.ts'
import { listUnansweredRollCalls } from '#server/features/roll-calls/roll-calls.service.ts'
import { listRecentUsers } from '#server/features/users/list/list-users.service.ts'
import { countPendingUsers } from '#server/features/users/list/read-user-count-summary.service.ts'
import { canApproveApplications } from '#shared/policies.ts'
import { readOnboardingSteps } from './first-steps.service.ts'
import { readTopSectionOfMemberDashboard } from './member-overview.service.ts'

const countriesShown = 5

/**
 * Reads all dashboard data in one database snapshot. Totals cover all members; lists are limited to the user's scope.
 */
export async function readDashboard(context: SignedInContext, now = new Date()) {
  const { actor } = context
  return runInDatabaseSnapshot(context.db, async db => {
    const snapshot: SignedInContext = { ...context, db }
    const members = (await readUserCountsByStatus(db, globalScope)).get('active') ?? 0
    const byCountry = await countMembersByCountry(db, globalScope, members)
    const recent = await listRecentUsers(snapshot)
    const canOpenUsers = canApproveApplications(actor)
    const announcements = await listUnreadAnnouncements(snapshot)
    return {
      ...(await readMainStatisticsForNowAndLastMonth(db, globalScope, now, { members, byCountry })),
      pendingApprovals: canApproveApplications(actor) ? await countPendingUsers(snapshot) : null,
      topCountries: byCountry.slice(0, countriesShown),
      membersByEducationLevel: await countMembersByEducationLevel(db, globalScope),
      recentActivities: await listRecentActivities(snapshot),
      recentUsers: recent.map(user => ({ ...user, id: canOpenUsers ? user.id : null })),
      rollCalls: await listUnansweredRollCalls(snapshot),
      missingFields: await countUnfilledRequiredFields(snapshot),
      openFees: await listOwnUnpaidFees(snapshot),
      waitingSlips: await countTransferSlipsAwaitingReview(snapshot),
      votes: [...(await listElectionsAwaitingUserAction(snapshot)), ...(await listMotionsToVoteOn(snapshot))],
      announcements,
      firstSteps: await readOnboardingSteps(snapshot),
      mine:
        actor.role === 'member'
          ? await readTopSectionOfMemberDashboard(snapshot, announcements.length)
          : null,
    }
  })
}

import type { SignedIn } from '#server/context.ts'
import { listRecentActivities } from '#server/features/activities/activities.service.ts'
import { membersByEducationLevel } from '#server/features/analytics/analyse-members.service.ts'
import {
  atOneMoment,
  membersByCountry,
  readMainFigures,
  usersByStatus,
} from '#server/features/analytics/figures.queries.ts'
import { everywhere } from '#server/features/analytics/place.service.ts'
import { listUnread } from '#server/features/announcements/announcements.service.ts'
import { listUnanswered } from '#server/features/roll-calls/roll-calls.service.ts'
import { countPendingUsers } from '#server/features/users/summarise-users.service.ts'
import { listRecentUsers } from '#server/features/users/users.service.ts'
import { isApprover } from '#shared/policies.ts'
import { readFirstSteps } from './first-steps.service.ts'
import { readMine } from './mine.service.ts'

const countriesShown = 5

/** Reads all dashboard data in one snapshot: totals for everybody, lists within the user's scope. */
export async function readDashboard(context: SignedIn, now = new Date()) {
  const { actor } = context
  return atOneMoment(context.db, async db => {
    const snapshot: SignedIn = { ...context, db }
    const members = (await usersByStatus(db, everywhere)).get('active') ?? 0
    const byCountry = await membersByCountry(db, everywhere, members)
    const recent = await listRecentUsers(snapshot)
    const canOpenUsers = isApprover(actor)
    return {
      ...(await readMainFigures(db, everywhere, now, { members, byCountry })),
      pendingApprovals: isApprover(actor) ? await countPendingUsers(snapshot) : null,
      topCountries: byCountry.slice(0, countriesShown),
      membersByEducationLevel: await membersByEducationLevel(db, everywhere),
      recentActivities: await listRecentActivities(snapshot),
      recentUsers: recent.map(user => ({ ...user, id: canOpenUsers ? user.id : null })),
      rollCalls: await listUnanswered(snapshot),
      announcements: await listUnread(snapshot),
      firstSteps: await readFirstSteps(snapshot),
      mine: actor.role === 'member' ? await readMine(snapshot) : null,
    }
  })
}

import type { Db } from '#server/db/client.ts'
import { listRecentActivities } from '#server/features/activities/activities.service.ts'
import { membersByEducationLevel } from '#server/features/analytics/analyse-members.service.ts'
import {
  atOneMoment,
  membersByCountry,
  readMainFigures,
  usersByStatus,
} from '#server/features/analytics/figures.queries.ts'
import { everywhere } from '#server/features/analytics/place.service.ts'
import { countPendingUsers, listRecentUsers } from '#server/features/users/users.service.ts'
import { type Actor, isApprover } from '#shared/policies.ts'
import { readMine } from './mine.service.ts'

const countriesShown = 5

/** Everything the screen shows, as of one moment: totals for everybody, lists within reach. */
export async function readDashboard(db: Db, actor: Actor, now = new Date()) {
  return atOneMoment(db, async tx => {
    const members = (await usersByStatus(tx, everywhere)).get('active') ?? 0
    const byCountry = await membersByCountry(tx, everywhere, members)
    const recent = await listRecentUsers(tx, actor)
    const mayOpen = isApprover(actor)
    return {
      ...(await readMainFigures(tx, everywhere, now, { members, byCountry })),
      pendingApprovals: isApprover(actor) ? await countPendingUsers(tx, actor) : null,
      topCountries: byCountry.slice(0, countriesShown),
      membersByEducationLevel: await membersByEducationLevel(tx, everywhere),
      recentActivities: await listRecentActivities(tx),
      recentUsers: recent.map(user => ({ ...user, id: mayOpen ? user.id : null })),
      mine: actor.role === 'member' ? await readMine(tx, actor) : null,
    }
  })
}

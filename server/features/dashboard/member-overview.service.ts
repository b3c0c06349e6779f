import type { SignedInContext } from '#server/context.ts'
import {
  listFirstParticipantsVisibleToUser,
  listUpcomingActivitiesOfMember,
  suggestActivityToJoin,
} from '#server/features/activities/member-activities.service.ts'
import {
  listAnnouncementsAlreadyReadByUser,
  maxUnreadShown,
} from '#server/features/announcements/announcements.service.ts'
import { readClub } from '#server/features/clubs/clubs.service.ts'

/** Reads the first part of a member's dashboard: club, next activities and announcements. */
export async function readTopSectionOfMemberDashboard(
  context: SignedInContext,
  unreadAnnouncementCount: number,
) {
  const { actor } = context
  const own = await listUpcomingActivitiesOfMember(context)
  const [next] = own
  const missing = maxUnreadShown - unreadAnnouncementCount
  return {
    club: actor.clubId ? await readClub(context, actor.clubId) : null,
    activities: own,
    coming: next ? await listFirstParticipantsVisibleToUser(context, next.id) : [],
    suggestion: next ? null : await suggestActivityToJoin(context),
    readAnnouncements: missing > 0 ? await listAnnouncementsAlreadyReadByUser(context, missing) : [],
  }
}

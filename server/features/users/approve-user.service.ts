import { eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { syncSystemGroups } from '#server/features/chat/system-groups.service.ts'
import { settleApplication } from '#server/features/notifications/settle-application.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Decision } from '#shared/contracts/users.ts'
import { takeNumber } from './membership-numbers.service.ts'
import { asDecision, requireUser, touchesPerson } from './require-user.service.ts'

export async function approveUser(context: SignedIn, id: number): Promise<Decision> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const user = await requireUser(tx, id, 'users.approve')
    if (user.status !== 'pending') throw conflict('not_pending')
    const { currentCountry, clubId } = user
    if (!currentCountry) throw conflict('country_missing')
    const membershipNumber = user.membershipNumber ?? (await takeNumber(db, currentCountry))
    const now = sql`now()`
    await db
      .update(users)
      .set({ status: 'active', membershipNumber, approvedBy: actor.id, approvedAt: now, updatedAt: now })
      .where(eq(users.id, id))
    await db
      .insert(userHistory)
      .values({ userId: id, status: 'active', currentCountry, clubId, changedBy: actor.id })
    await syncSystemGroups(db, id)
    await recordEvent(tx, {
      kind: 'user.approved',
      target: userTarget(user),
      notify: { users: [id], kind: 'user.approved', params: { userId: id } },
      touches: touchesPerson(user),
    })
    await settleApplication(tx, id)
    await queueMail(db, { to: [user], kind: 'user.approved', params: { membershipNumber } })
    return asDecision({ ...user, status: 'active', membershipNumber })
  })
}

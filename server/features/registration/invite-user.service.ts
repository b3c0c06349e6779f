import type { SignedInContext } from '#server/context.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { requireAccessToUser } from '#server/features/users/access/require-access-to-user.service.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { sendJoinInvitation } from './join-by-link.service.ts'

/** Maximum number of invitation emails per recipient, counted over all administrators. */
const invitationLimit = { most: 3, minutes: 24 * 60 }

/**
 * Emails an invitation to set a password and accept the terms.
 * The recipient was registered by an administrator.
 */
export async function inviteUser(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const user = await requireAccessToUser(tx, id, 'users.approve')
    if (user.agreedAt !== null) throw conflict('agreed_already')
    await enforceRateLimits(tx, { key: hashRateLimitKey('invited', String(id)), ...invitationLimit })
    await sendJoinInvitation(tx.db, user)
    await recordAuditEvent(tx, { kind: 'user.invited', target: buildUserAuditTarget(user) })
  })
}

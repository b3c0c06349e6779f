import type { SignedInContext } from '#server/context.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { requireAccessToUser } from '#server/features/users/access/require-access-to-user.service.ts'
import type { UnmaskedUser } from '#shared/contracts/users/users.schemas.ts'
import { formatIdentityNumber } from '#shared/ic-number.ts'
import { readIdentityNumber } from './read-identity-number.ts'

/** Reveals a user's full identity number and records the access in the same transaction. */
export async function revealIdentityNumber(context: SignedInContext, id: number): Promise<UnmaskedUser> {
  return context.transaction(async tx => {
    const { actor } = tx
    const user = await requireAccessToUser(tx, id, 'users.unmask')
    await recordAuditEvent(tx, {
      kind: 'user.unmasked',
      target: buildUserAuditTarget(user),
      // The owner of the identity number is notified who revealed it.
      notify: { users: [id], kind: 'user.unmasked', params: { userId: actor.id } },
      touches: { topics: ['unmaskings'], to: { users: [id] } },
    })
    const digits = user.icEncrypted && readIdentityNumber(tx, id, user.icEncrypted)
    // If decryption fails, the identity number was not revealed, so the exception rolls the audit event back.
    if (digits === undefined) throw conflict('unreadable_number')
    return { icNumber: digits && formatIdentityNumber(digits) }
  })
}

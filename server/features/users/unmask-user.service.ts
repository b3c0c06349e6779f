import type { SignedIn } from '#server/context.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import type { Unmasked } from '#shared/contracts/users.ts'
import { formatIcNumber } from '#shared/ic-number.ts'
import { readIcNumber } from './read-ic-number.ts'
import { requireUser } from './require-user.service.ts'

/** Reveals the identity number of one user and records the access in the same transaction. */
export async function unmaskUser(context: SignedIn, id: number): Promise<Unmasked> {
  return context.transaction(async tx => {
    const { actor } = tx
    const user = await requireUser(tx, id, 'users.unmask')
    await recordEvent(tx, {
      kind: 'user.unmasked',
      target: userTarget(user),
      // The owner of the identity number is notified who revealed it.
      notify: { users: [id], kind: 'user.unmasked', params: { userId: actor.id } },
      touches: { topics: ['unmaskings'], to: { users: [id] } },
    })
    const digits = user.icEncrypted && readIcNumber(tx, id, user.icEncrypted)
    // An undecryptable number was not revealed, so the exception rolls the audit event back.
    if (digits === undefined) throw conflict('unreadable_number')
    return { icNumber: digits && formatIcNumber(digits) }
  })
}

import type { SignedIn } from '#server/context.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import type { Unmasked } from '#shared/contracts/users.ts'
import { formatIcNumber } from '#shared/ic-number.ts'
import { readIcNumber } from './read-ic-number.ts'
import { requireUser } from './require-user.service.ts'

/** One number at a time; that it was looked at is written down before it is shown. */
export async function unmaskUser(context: SignedIn, id: number): Promise<Unmasked> {
  return context.transaction(async tx => {
    const { actor } = tx
    const user = await requireUser(tx, id, 'users.unmask')
    await recordEvent(tx, {
      kind: 'user.unmasked',
      target: userTarget(user),
      // The owner of the number is told who looked at it.
      notify: { users: [id], kind: 'user.unmasked', params: { userId: actor.id } },
      touches: { topics: ['unmaskings'], to: { users: [id] } },
    })
    const digits = user.icEncrypted && readIcNumber(tx, id, user.icEncrypted)
    // Nobody saw anything, so nothing of it is written down.
    if (digits === undefined) throw conflict('unreadable_number')
    return { icNumber: digits && formatIcNumber(digits) }
  })
}

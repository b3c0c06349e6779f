import type { SignedIn } from '#server/context.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import type { Unmasked } from '#shared/contracts/users.ts'
import { formatIcNumber } from '#shared/ic-number.ts'
import { openIcNumber } from './person.service.ts'
import { requireUser } from './require-user.service.ts'

/** One number at a time; that it was looked at is written down before it is shown. */
export async function unmaskUser(context: SignedIn, id: number): Promise<Unmasked> {
  return context.transaction(async tx => {
    const { actor, secret } = tx
    const user = await requireUser(tx, id, 'users.unmask')
    await recordEvent(tx, {
      kind: 'user.unmasked',
      target: userTarget(user),
      // The owner of the number is told who looked at it.
      notify: { users: [id], kind: 'user.unmasked', params: { userId: actor.id } },
      refresh: { urls: ['/api/profile', '/api/audit'], to: { users: [id, actor.id] } },
    })
    const digits = user.icEncrypted && openIcNumber(secret, id, user.icEncrypted)
    return { icNumber: digits && formatIcNumber(digits) }
  })
}

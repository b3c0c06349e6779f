import type { Db } from '#server/db/client.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import type { Unmasked } from '#shared/contracts/users.ts'
import { formatIcNumber } from '#shared/ic-number.ts'
import type { Actor } from '#shared/policies.ts'
import { type NumberReader, readIcNumber } from './read-ic-number.ts'
import { requireUser } from './require-user.service.ts'

/** One number at a time; that it was looked at is written down before it is shown. */
export async function unmaskUser(db: Db, reader: NumberReader, actor: Actor, id: number): Promise<Unmasked> {
  return db.transaction(async tx => {
    const user = await requireUser(tx, actor, id, 'users.unmask')
    await recordEvent(tx, {
      kind: 'user.unmasked',
      actorId: actor.id,
      target: userTarget(user),
      // The owner of the number is told who looked at it.
      notify: { users: [id], kind: 'user.unmasked', params: { userId: actor.id } },
      refresh: { urls: ['/api/profile', '/api/audit'], to: { users: [id, actor.id] } },
    })
    const digits = user.icEncrypted && readIcNumber(reader, id, user.icEncrypted)
    // Nobody saw anything, so nothing of it is written down.
    if (digits === undefined) throw conflict('unreadable_number')
    return { icNumber: digits && formatIcNumber(digits) }
  })
}

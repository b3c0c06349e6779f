import type { SignedIn } from '#server/context.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { requireUser } from '#server/features/users/require-user.service.ts'
import { limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { inviteToJoin } from './join.service.ts'

/** Nobody is written to again and again, however many ask for it. */
const mostLetters = { most: 3, minutes: 24 * 60 }

/** Somebody who was entered by others: by mail, so that they set their own password and read the terms. */
export async function inviteUser(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const user = await requireUser(tx, id, 'users.approve')
    if (user.agreedAt !== null) throw conflict('agreed_already')
    await limitAttempts(tx, { key: limitKey('invited', String(id)), ...mostLetters })
    await inviteToJoin(tx.db, user)
    await recordEvent(tx, { kind: 'user.invited', target: userTarget(user) })
  })
}

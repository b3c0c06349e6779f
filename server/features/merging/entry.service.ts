import type { Db } from '#server/db/client.ts'
import { AppError } from '#server/errors.ts'
import type { User } from '#server/features/users/require-user.service.ts'
import { countPasskeys } from '#server/identity/passkeys.service.ts'
import type { Entry } from '#shared/contracts/merging.ts'

/** Whether somebody comes in by this account: a member who has agreed and can sign in, somebody who could, or nobody. */
export async function entryOf(db: Db, user: User): Promise<Entry> {
  const hasWay = user.password !== null || user.googleId !== null || (await countPasskeys(db, user.id)) > 0
  if (!hasWay || user.agreedAt === null) return 'none'
  return user.status === 'active' ? 'active' : 'possible'
}

const strength: Entry[] = ['none', 'possible', 'active']

/** Nobody's way in is ever given to somebody else's account: the one that is used has to stay. */
export function isOtherWay(kept: Entry, gone: Entry): boolean {
  return strength.indexOf(kept) < strength.indexOf(gone)
}

/** Both have an owner, who has to be asked. */
export const needsOwners = (kept: Entry, gone: Entry) => kept === 'active' && gone === 'active'

export function requireDirection(kept: Entry, gone: Entry): void {
  if (isOtherWay(kept, gone)) throw new AppError(409, 'merge_other_way')
}

/** A member used it, and cannot be asked while it rests: what was said to them is not given to another meanwhile. */
export const isResting = ({ status }: Pick<User, 'status'>, entry: Entry) =>
  status === 'inactive' && entry !== 'none'

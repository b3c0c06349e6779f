// Determines whether somebody can sign in to an account, because a merge must not remove an account in use.
// Each merge keeps one account (`kept`) and removes the other (`gone`).
import type { Db } from '#server/db/connection/client.ts'
import { AppError } from '#server/errors.ts'
import type { User } from '#server/features/users/access/require-access-to-user.service.ts'
import { countPasskeys } from '#server/identity/passkeys.service.ts'
import type { AccountUse } from '#shared/contracts/merging/merging.schemas.ts'

/**
 * Determines whether the account is in use.
 * `active`: an active user who accepted the terms and can sign in.
 * `possible`: a user who accepted the terms and can sign in, but is not active.
 * `none`: the account has no sign-in method, or the terms were not accepted.
 */
export async function classifyAccountUsage(db: Db, user: User): Promise<AccountUse> {
  const canSignIn = user.password !== null || user.googleId !== null || (await countPasskeys(db, user.id)) > 0
  if (!canSignIn || user.agreedAt === null) return 'none'
  return user.status === 'active' ? 'active' : 'possible'
}

const entriesByUse: AccountUse[] = ['none', 'possible', 'active']

/** True when the merge would remove an account that is in use more certainly than the account it keeps. */
export function isUsedAccountRemovedByMerge(kept: AccountUse, gone: AccountUse): boolean {
  return entriesByUse.indexOf(kept) < entriesByUse.indexOf(gone)
}

/** True when both owners must consent to the merge, because both accounts are in use. */
export const needsOwnerConsent = (kept: AccountUse, gone: AccountUse) =>
  kept === 'active' && gone === 'active'

export function rejectMergeThatRemovesUsedAccount(kept: AccountUse, gone: AccountUse): void {
  if (isUsedAccountRemovedByMerge(kept, gone)) throw new AppError(409, 'merge_other_way')
}

/**
 * True for a deactivated account whose owner could sign in before.
 * The owner cannot consent while deactivated, and a merge would expose the owner's messages to another user.
 */
export const wasAccountDeactivatedInUse = ({ status }: Pick<User, 'status'>, entry: AccountUse) =>
  status === 'inactive' && entry !== 'none'

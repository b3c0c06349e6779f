import type { SignedInContext } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import {
  requireAccessToUsers,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import type { Decision } from '#shared/contracts/users/users.schemas.ts'
import type { Action } from '#shared/policies.ts'

export type Outcomes = Map<number, Decision | AppError>

interface DecisionSteps<Subject> {
  action: Action
  /**
   * Returns the data needed to apply the decision (such as an approval) to this user, or the error to report for it.
   */
  check: (user: User) => Subject | AppError
  /**
   * Applies the decision (such as an approval) to all users who passed the checks, with few SQL statements.
   */
  apply: (subjects: Subject[]) => Promise<Decision[]>
}

/**
 * Makes a decision about all eligible users within the transaction and returns an error for each of the others.
 * The caller's right to decide is checked for each user under the lock of that user's row.
 */
export async function applyDecisionToEligibleUsers<Subject>(
  tx: SignedInContext,
  ids: number[],
  { action, check, apply }: DecisionSteps<Subject>,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  const subjects: Subject[] = []
  for (const [id, user] of await requireAccessToUsers(tx, ids, action)) {
    const checked = user instanceof AppError ? user : check(user)
    if (checked instanceof AppError) outcomes.set(id, checked)
    else subjects.push(checked)
  }
  if (subjects.length > 0) for (const decision of await apply(subjects)) outcomes.set(decision.id, decision)
  return outcomes
}

/** Returns the result of the decision about a single user, or throws the error because of which it failed. */
export function getDecisionResultForUserOrThrow(outcomes: Outcomes, id: number): Decision {
  const outcome = outcomes.get(id) ?? notFound()
  if (outcome instanceof AppError) throw outcome
  return outcome
}

import { convertErrorToAppError } from '#server/db/errors/database-errors.ts'
import { AppError } from '#server/errors.ts'
import type { BulkDecisionOutcome } from '#shared/contracts/users/users.schemas.ts'

const buildSuccessResult = (id: number): BulkDecisionOutcome => ({ id, ok: true, code: null, message: null })
const buildFailureResult = (id: number, { code, message }: AppError): BulkDecisionOutcome => ({
  id,
  ok: false,
  code,
  message,
})

/**
 * Makes a decision, such as approval, about all users in one transaction.
 * When the transaction fails with an unexpected error, each user is decided about in a separate transaction.
 */
export async function applyDecisionInOneTransaction(
  ids: number[],
  decideAll: (ids: number[]) => Promise<Map<number, unknown>>,
  decide: (id: number) => Promise<unknown>,
): Promise<BulkDecisionOutcome[]> {
  try {
    const uniqueIds = [...new Set(ids)]
    const outcomes = await decideAll(uniqueIds)
    return uniqueIds.map(id => {
      const outcome = outcomes.get(id)
      return outcome instanceof AppError ? buildFailureResult(id, outcome) : buildSuccessResult(id)
    })
  } catch (error) {
    // The bulk decision is not repeated user by user if a permission is missing or the database is down.
    if (error instanceof AppError || (convertErrorToAppError(error)?.status ?? 0) >= 500) throw error
    return applyDecisionUserByUser(ids, decide)
  }
}

/**
 * Makes a decision about each user in a separate transaction, so that one failure does not affect others.
 * When the database becomes unavailable half-way, the outcomes of earlier users are still returned.
 */
export async function applyDecisionUserByUser(
  ids: number[],
  decide: (id: number) => Promise<unknown>,
): Promise<BulkDecisionOutcome[]> {
  const outcomes: BulkDecisionOutcome[] = []
  let outage: AppError | undefined
  for (const id of new Set(ids)) {
    // After a database outage, the remaining users of a bulk decision are reported as failed without an attempt.
    if (outage) {
      outcomes.push(buildFailureResult(id, outage))
      continue
    }
    try {
      await decide(id)
      outcomes.push(buildSuccessResult(id))
    } catch (error) {
      const refusal = convertErrorToAppError(error)
      if (!refusal || (refusal.status >= 500 && !outcomes.some(({ ok }) => ok))) throw error
      outcomes.push(buildFailureResult(id, refusal))
      if (refusal.status >= 500) outage = refusal
    }
  }
  return outcomes
}

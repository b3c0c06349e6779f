import { translateDatabaseError } from '#server/db/database-errors.ts'
import { AppError } from '#server/errors.ts'
import type { Outcome } from '#shared/contracts/users.ts'

/**
 * One after the other, each a transaction of its own: what fails for one does not hold up the rest. When the database
 * goes away half-way, whoever asked still learns what was done before.
 */
export async function decideMany(
  ids: number[],
  decide: (id: number) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let outage: AppError | undefined
  for (const id of new Set(ids)) {
    // Each of the rest would only wait for the same answer.
    if (outage) {
      outcomes.push({ id, ok: false, code: outage.code, message: outage.message })
      continue
    }
    try {
      await decide(id)
      outcomes.push({ id, ok: true, code: null, message: null })
    } catch (error) {
      const refusal = error instanceof AppError ? error : translateDatabaseError(error)
      if (!refusal || (refusal.status >= 500 && !outcomes.some(({ ok }) => ok))) throw error
      outcomes.push({ id, ok: false, code: refusal.code, message: refusal.message })
      if (refusal.status >= 500) outage = refusal
    }
  }
  return outcomes
}

import { AppError } from '#server/errors.ts'
import type { Outcome } from '#shared/contracts/users.ts'

/** One after the other, each a transaction of its own: what fails for one does not hold up the rest. */
export async function decideMany(
  ids: number[],
  decide: (id: number) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of new Set(ids)) {
    try {
      await decide(id)
      outcomes.push({ id, ok: true, code: null, message: null })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      outcomes.push({ id, ok: false, code: error.code, message: error.message })
    }
  }
  return outcomes
}

import { refusalOf } from '#server/db/database-errors.ts'
import { AppError } from '#server/errors.ts'
import type { Outcome } from '#shared/contracts/users.ts'

const done = (id: number): Outcome => ({ id, ok: true, code: null, message: null })
const refused = (id: number, { code, message }: AppError): Outcome => ({ id, ok: false, code, message })

/** All in one transaction; if that fails for reasons of its own, one after the other. */
export async function decideTogether(
  ids: number[],
  decideAll: (ids: number[]) => Promise<Map<number, unknown>>,
  decide: (id: number) => Promise<unknown>,
): Promise<Outcome[]> {
  try {
    const people = [...new Set(ids)]
    const outcomes = await decideAll(people)
    return people.map(id => {
      const outcome = outcomes.get(id)
      return outcome instanceof AppError ? refused(id, outcome) : done(id)
    })
  } catch (error) {
    // Whoever may not ask, and whoever asks nobody, would only hear it as often as there are people.
    if (error instanceof AppError || (refusalOf(error)?.status ?? 0) >= 500) throw error
    return decideMany(ids, decide)
  }
}

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
      outcomes.push(refused(id, outage))
      continue
    }
    try {
      await decide(id)
      outcomes.push(done(id))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal || (refusal.status >= 500 && !outcomes.some(({ ok }) => ok))) throw error
      outcomes.push(refused(id, refusal))
      if (refusal.status >= 500) outage = refusal
    }
  }
  return outcomes
}

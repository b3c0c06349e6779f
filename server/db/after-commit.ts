import type { Db } from './client.ts'

type Effect = () => unknown

/** What each open transaction has to do once it has committed. */
const effectsOf = new WeakMap<object, Effect[]>()

/**
 * For what must not happen when the transaction fails, and may be lost when the process dies right after it:
 * what must not be lost is a job or an announcement in the transaction itself.
 */
export function afterCommit(tx: Db, effect: Effect): void {
  const effects = effectsOf.get(tx)
  if (!effects) throw new Error('afterCommit outside a transaction')
  effects.push(effect)
}

/** The change is made; whatever an effect does, the caller is not told otherwise. */
async function runEffects(effects: Effect[]): Promise<void> {
  await Promise.allSettled(effects.map(async effect => effect()))
}

/** Every transaction begun here collects its effects; one within another hands them on to the outer one. */
export function collectEffects(db: Db): void {
  const begin = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    const effects: Effect[] = []
    const result = await begin(tx => {
      effectsOf.set(tx, effects)
      collectEffects(tx)
      return work(tx)
    }, config)
    const outer = effectsOf.get(db)
    if (outer) outer.push(...effects)
    else await runEffects(effects)
    return result
  }
}

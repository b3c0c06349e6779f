import { readExtra } from '#shared/e2ee/extra.ts'

/** Whom a message calls on, which stands in the open also where its words do not. */
export function mentionsIn(metadata: unknown): number[] {
  const { mentions } = (metadata ?? {}) as { mentions?: unknown }
  return mentions === undefined ? [] : (readExtra({ mentions }).mentions ?? [])
}

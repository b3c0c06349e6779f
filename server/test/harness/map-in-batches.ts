import { splitIntoBatches } from '#server/lists.ts'

/** Below the number of connections of the pool, so that no request waits for one. */
const batchSize = 8

/** Maps a list asynchronously, a few items at a time, and returns the results in the order of the list. */
export async function mapInBatches<Item, Result>(
  list: Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const batch of splitIntoBatches(list, batchSize)) results.push(...(await Promise.all(batch.map(map))))
  return results
}

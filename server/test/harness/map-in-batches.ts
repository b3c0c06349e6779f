import { splitIntoBatches } from '#server/lists.ts'

/** Number of items processed at once. The connection pool is larger, so no item waits for a connection. */
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

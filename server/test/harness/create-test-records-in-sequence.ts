type Tuple<T, N extends number, Items extends T[] = []> = number extends N
  ? T[]
  : Items['length'] extends N
    ? Items
    : Tuple<T, N, [...Items, T]>

/** Creates `count` test records one after another, so that their ids ascend, and returns them as a tuple. */
export async function createTestRecordsInSequence<T, const N extends number>(
  count: N,
  create: () => Promise<T>,
): Promise<Tuple<T, N>> {
  const items: T[] = []
  while (items.length < count) items.push(await create())
  return items as Tuple<T, N>
}

type Tuple<T, N extends number, Made extends T[] = []> = number extends N
  ? T[]
  : Made['length'] extends N
    ? Made
    : Tuple<T, N, [...Made, T]>

/** So many, made one after the other, so that their ids are in the order of the list. Typed as that many. */
export async function several<T, const N extends number>(
  count: N,
  make: () => Promise<T>,
): Promise<Tuple<T, N>> {
  const made: T[] = []
  while (made.length < count) made.push(await make())
  return made as Tuple<T, N>
}

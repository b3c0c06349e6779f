/** Groups values by key. Within each group the values keep their order. */
export function groupBy<Value, Key>(values: Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

export function* splitIntoBatches<Value>(list: Value[], size: number): Generator<Value[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

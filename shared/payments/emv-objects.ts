/** Data object of an EMVCo payment code: two digits of id, two digits of length in characters, and the value. */
export interface EmvObject {
  id: string
  value: string
}

/**
 * Parses the data objects of an EMV payment code. Returns null when the lengths do not add up or an id occurs twice.
 */
export function parseEmvObjects(text: string): EmvObject[] | null {
  // The length in an EMVCo data object counts whole characters, but JavaScript counts some characters as two.
  const characters = Array.from(text)
  const objects: EmvObject[] = []
  const ids = new Set<string>()
  for (let at = 0; at < characters.length; ) {
    const head = characters.slice(at, at + 4).join('')
    const id = head.slice(0, 2)
    const length = Number(head.slice(2))
    const value = characters.slice(at + 4, at + 4 + length)
    if (!/^\d{4}$/.test(head) || length === 0 || value.length !== length || ids.has(id)) return null
    ids.add(id)
    objects.push({ id, value: value.join('') })
    at += 4 + length
  }
  return objects
}

/** Writes the data objects of an EMV payment code in order. Returns null when a value is longer than 99 characters. */
export function serializeEmvObjects(objects: readonly EmvObject[]): string | null {
  const parts = objects.map(({ id, value }) => {
    const length = Array.from(value).length
    return length > 0 && length <= 99 ? `${id}${String(length).padStart(2, '0')}${value}` : null
  })
  return parts.includes(null) ? null : parts.join('')
}

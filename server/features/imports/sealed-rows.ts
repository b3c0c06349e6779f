import type { Secret } from '#server/secret.ts'

/** Names the cell, so that what was sealed for one line does not open in another. */
const contextOf = (importId: number, line: number, part: string) => `imports:${importId}:${line}:${part}`

type Part = 'cells' | 'data' | 'before'

export function sealPart(secret: Secret, importId: number, line: number, part: Part, value: unknown): Buffer {
  return secret.encrypt(JSON.stringify(value), contextOf(importId, line, part))
}

export function openPart<Value>(
  secret: Secret,
  importId: number,
  line: number,
  part: Part,
  sealed: Buffer,
): Value {
  return JSON.parse(secret.decrypt(sealed, contextOf(importId, line, part))) as Value
}

export const asHex = (bytes: Buffer | null | undefined) => bytes?.toString('hex') ?? null

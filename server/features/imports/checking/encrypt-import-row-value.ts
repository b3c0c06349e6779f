import type { Secret } from '#server/secret.ts'

/** Encryption context of an import line; a ciphertext copied to another line or column fails to decrypt. */
const buildContext = (importId: number, line: number, part: string) => `imports:${importId}:${line}:${part}`

type Part = 'cells' | 'corrections' | 'data' | 'before' | 'top'

export function encryptImportRowValue(
  secret: Secret,
  importId: number,
  line: number,
  part: Part,
  value: unknown,
): Buffer {
  return secret.encrypt(JSON.stringify(value), buildContext(importId, line, part))
}

export function decryptImportRowValue<Value>(
  secret: Secret,
  importId: number,
  line: number,
  part: Part,
  ciphertext: Buffer,
): Value {
  return JSON.parse(secret.decrypt(ciphertext, buildContext(importId, line, part))) as Value
}

export const toHex = (bytes: Buffer | null | undefined) => bytes?.toString('hex') ?? null

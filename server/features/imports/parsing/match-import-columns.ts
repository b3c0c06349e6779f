// Recognizes the columns of an uploaded member list by their usual Malay and English headers.
import { type ImportField, importFields } from '#shared/contracts/imports/imports.schemas.ts'
import { personFields } from '#shared/contracts/users/person-fields.ts'

/** Normalizes a column header: punctuation, spaces and letter case are ignored in comparisons. */
export function normalizeColumnHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const keysByName = new Map(
  importFields.flatMap(key =>
    personFields[key].importedFrom.split(', ').map(header => [header, key] as const),
  ),
)

/**
 * Assigns a person field to each column header, by the user's earlier choice or known header names.
 * No person field is assigned to two columns.
 */
export function matchImportColumns(
  headers: string[],
  remembered: Map<string, ImportField | null>,
): (ImportField | null)[] {
  const usedKeys = new Set<ImportField>()
  return headers.map(header => {
    const name = normalizeColumnHeader(header)
    const key = remembered.has(name) ? remembered.get(name) : keysByName.get(name)
    if (!key || usedKeys.has(key)) return null
    usedKeys.add(key)
    return key
  })
}

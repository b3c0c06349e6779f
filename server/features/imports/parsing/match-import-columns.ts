// Recognizes the columns of an uploaded member list by their usual headers, and by our own headers in every language.
import { runInLanguage } from '#server/language.ts'
import { type ImportField, importFields } from '#shared/contracts/imports/imports.schemas.ts'
import { personFields } from '#shared/contracts/users/person-fields.ts'
import { languages } from '#shared/language/languages.ts'
import { findText } from '#shared/language/texts.ts'
import { exportColumns } from '#texts/export-columns.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

/** Normalizes a column header: punctuation, spaces and letter case are ignored in comparisons. */
export function normalizeColumnHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Lists the headers of a person field in the current language: in the member export and on screens. */
const listOwnHeaders = (key: ImportField): string[] =>
  [findText(exportColumns, key), personFieldLabels[key]].filter(header => header !== undefined)

/** Lists every known header, normalized, with its person field. */
export function listKnownHeaders(): (readonly [header: string, key: ImportField])[] {
  return importFields.flatMap(key => {
    const ownHeaders = languages.flatMap(language => runInLanguage(language, () => listOwnHeaders(key)))
    return [...personFields[key].importedFrom.split(', '), ...ownHeaders.map(normalizeColumnHeader)].map(
      header => [header, key] as const,
    )
  })
}

let keysByName: Map<string, ImportField> | undefined

/**
 * Assigns a person field to each column header, by the user's earlier choice or known header names.
 * No person field is assigned to two columns.
 */
export function matchImportColumns(
  headers: string[],
  remembered: Map<string, ImportField | null>,
): (ImportField | null)[] {
  keysByName ??= new Map(listKnownHeaders())
  const knownKeys = keysByName
  const usedKeys = new Set<ImportField>()
  return headers.map(header => {
    const name = normalizeColumnHeader(header)
    const key = remembered.has(name) ? remembered.get(name) : knownKeys.get(name)
    if (!key || usedKeys.has(key)) return null
    usedKeys.add(key)
    return key
  })
}

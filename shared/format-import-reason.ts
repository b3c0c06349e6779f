// Explanations of why an import row was classified as it was, for the screen and the exported error file.
import type { ImportField, ImportReason } from '#shared/contracts/imports/imports.schemas.ts'
import { fillText, findText } from '#shared/language/texts.ts'
import { importLabels, importReasons } from '#texts/import-reasons.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

/** Returns the label of an import column. */
export function getImportFieldLabel(field: ImportField): string {
  return findText(importLabels, field) ?? personFieldLabels[field]
}

export function formatImportReason({ code, key, number = 0 }: ImportReason): string {
  return fillText(importReasons[code], { field: key ? getImportFieldLabel(key) : '', number })
}

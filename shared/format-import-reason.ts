// Explanations of why an import row was classified as it was, for the screen and the exported error file.
import type { ImportField, ImportReason } from '#shared/contracts/imports/imports.schemas.ts'
import { fillText, findText } from '#shared/language/texts.ts'
import { importLabels, importProblemNames, importReasons, importWarnings } from '#texts/import-reasons.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

/** Returns the label of an import column. */
export function getImportFieldLabel(field: ImportField): string {
  return findText(importLabels, field) ?? personFieldLabels[field]
}

export function formatImportReason({ code, key, number = 0, level }: ImportReason): string {
  const text = fillText(importReasons[code], { field: key ? getImportFieldLabel(key) : '', number })
  return level === 'warning' ? importWarnings.leftEmpty({ reason: text }) : text
}

/** Returns the name of a remark that several rows have, without the numbers of single rows. */
export function formatImportProblem({ code, key, level }: ImportReason): string {
  const name = findText(importProblemNames, code)
  return name ?? formatImportReason({ code, key, level })
}

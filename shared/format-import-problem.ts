// Texts that explain a problem of an import row, for the screen and for the exported error file.
import {
  getCustomFieldIdOfImportTarget,
  type ImportField,
  type ImportTarget,
} from '#shared/contracts/imports/import-targets.ts'
import type { ImportReason } from '#shared/contracts/imports/imports.schemas.ts'
import { fillText, findText } from '#shared/language/texts.ts'
import { importLabels, importProblemNames, importReasons, importWarnings } from '#texts/import-reasons.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

/** Custom fields that a member import can fill in, with their labels for import columns and problem texts. */
type LabelledFields = readonly { id: number; label: string }[]

/** Returns the label of the field to which an import column is assigned. */
export function getImportFieldLabel(target: ImportTarget, fields: LabelledFields): string {
  const fieldId = getCustomFieldIdOfImportTarget(target)
  if (fieldId !== undefined)
    return fields.find(({ id }) => id === fieldId)?.label ?? importLabels.removedField
  return findText(importLabels, target) ?? personFieldLabels[target as ImportField]
}

export function formatImportProblem(
  { code, key, number = 0, level }: ImportReason,
  fields: LabelledFields,
): string {
  const field = key ? getImportFieldLabel(key, fields) : ''
  const text = fillText(importReasons[code], { field, number })
  return level === 'warning' ? importWarnings.leftEmpty({ reason: text }) : text
}

/**
 * Returns the text of a problem or warning that several rows have, without the numbers that differ between the rows.
 */
export function formatImportProblemOfSeveralRows(
  { code, key, level }: ImportReason,
  fields: LabelledFields,
): string {
  const name = findText(importProblemNames, code)
  return name ?? formatImportProblem({ code, key, level }, fields)
}

import type { MergedField } from '#shared/contracts/merging/merging.schemas.ts'
import { findText } from '#shared/language/texts.ts'
import { mergedFieldLabels } from '#texts/merged-fields.ts'
import { personFieldLabels } from '#texts/person-fields.ts'

export function getFieldLabelForAccountMerge(field: MergedField): string {
  return findText(mergedFieldLabels, field) ?? personFieldLabels[field as keyof typeof personFieldLabels]
}

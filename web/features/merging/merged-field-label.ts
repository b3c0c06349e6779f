import type { MergedField } from '#shared/contracts/merging/merging.schemas.ts'
import { type PersonKey, personFields } from '#shared/contracts/users/person-fields.ts'
import { mergedFieldLabels } from '#texts/merged-fields.ts'

export function getMergedFieldLabel(field: MergedField): string {
  return field in personFields
    ? personFields[field as PersonKey].label
    : mergedFieldLabels[field as keyof typeof mergedFieldLabels]
}

// Labels of the merge choices, in a file of their own: the person fields include schemas, which the member list must not load.
import type { MergedField } from '#shared/contracts/merging/merging.schemas.ts'
import { type PersonKey, personFields } from '#shared/contracts/users/person-fields.ts'

/** Labels of merge choices that are not a single person field. */
const commonLabels: Record<Exclude<MergedField, PersonKey>, string> = {
  place: 'Kelab dan negara',
  years: 'Tempoh pengajian',
  photograph: 'Gambar profil',
}

export function getMergedFieldLabel(field: MergedField): string {
  return field in personFields
    ? personFields[field as PersonKey].label
    : commonLabels[field as keyof typeof commonLabels]
}

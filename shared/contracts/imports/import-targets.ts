// Targets to which the columns of an import file can be assigned: fields of a person and custom fields.
import * as z from 'zod/mini'
import { importedKeys } from '#shared/contracts/users/person-fields.ts'

export type ImportField = (typeof importedKeys)[number]
/** Person fields that a column of an import file can be assigned to. Fields that most files begin with come first. */
export const importFields: ImportField[] = [
  ...new Set<ImportField>(['fullName', 'email', 'icNumber', 'phone', ...importedKeys]),
]

/** Import target for a custom field. Its name contains the id of the custom field. */
export type CustomFieldTarget = `field:${number}`
/** Target of a column in an import file: a person field or a custom field. */
export type ImportTarget = ImportField | CustomFieldTarget

const customFieldPattern = /^field:([1-9]\d{0,8})$/
export const importTarget = z.union([
  z.enum(importFields),
  z.custom<CustomFieldTarget>(value => typeof value === 'string' && customFieldPattern.test(value)),
])

export const buildCustomFieldTarget = (fieldId: number | string) => `field:${fieldId}` as CustomFieldTarget

/** Returns the id of the custom field in an import target; undefined for a person field. */
export function getCustomFieldIdOfImportTarget(target: ImportTarget): number | undefined {
  const id = customFieldPattern.exec(target)?.[1]
  return id === undefined ? undefined : Number(id)
}

export const isPersonField = (target: ImportTarget): target is ImportField =>
  getCustomFieldIdOfImportTarget(target) === undefined

/** Fields by which an import row is matched to an existing user. An import never changes these fields. */
const matchedFields = ['email', 'icNumber', 'membershipNumber'] as const satisfies ImportField[]
type MatchedField = (typeof matchedFields)[number]
/** Whether one correction may apply to many import rows. False for fields that identify a person. */
export const isSharedTarget = (target: ImportTarget) =>
  target !== 'fullName' && !matchedFields.some(matched => matched === target)

/** Fields of an existing user whose values an import row replaces. */
export const replacedFields = importedKeys.filter(
  (key): key is Exclude<ImportField, MatchedField> => !matchedFields.some(matched => matched === key),
)

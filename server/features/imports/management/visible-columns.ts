import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import { getTargetFieldIfImportable } from '#server/features/imports/parsing/match-import-columns.ts'
import { type ImportTarget, isPersonField } from '#shared/contracts/imports/import-targets.ts'
import { personFields } from '#shared/contracts/users/person-fields.ts'

/**
 * False for import columns that only the uploader may see: unassigned ones, and fields that member lists do not show.
 */
export function isImportColumnVisibleToOtherAdmins(key: ImportTarget | null | undefined): boolean {
  if (!key) return false
  // Custom fields of an import belong to its country or club, so everybody who manages the import may read them.
  if (!isPersonField(key)) return true
  const { shownIn, readBy } = personFields[key]
  return shownIn === 'lists' && readBy === 'administrators'
}

/**
 * Lists the assigned columns of an import that the caller may see, with their fields. A column of a custom field that
 * was removed since counts as unassigned.
 */
export function listImportColumnsVisibleToCaller(
  actor: { id: number },
  { createdBy, columns }: Pick<Import, 'createdBy' | 'columns'>,
  fields: { id: number; label: string }[],
): Map<number, ImportTarget> {
  const isOwn = createdBy === actor.id
  return new Map(
    columns.flatMap((assigned, column) => {
      const key = getTargetFieldIfImportable(assigned, fields)
      return key && (isOwn || isImportColumnVisibleToOtherAdmins(key)) ? [[column, key] as const] : []
    }),
  )
}

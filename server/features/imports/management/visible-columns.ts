import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import type { ImportField } from '#shared/contracts/imports/imports.schemas.ts'
import { personFields } from '#shared/contracts/users/person-fields.ts'

/** False for import columns that only the uploader may see: unassigned columns and fields that lists do not show. */
export function isVisibleToOthers(key: ImportField | null | undefined): boolean {
  if (!key) return false
  const { shownIn, readBy } = personFields[key]
  return shownIn === 'lists' && readBy === 'administrators'
}

/** Assigned columns of an import whose cells the caller may see, with their person fields. */
export function listVisibleColumns(
  actor: { id: number },
  { createdBy, columns }: Pick<Import, 'createdBy' | 'columns'>,
): Map<number, ImportField> {
  const isOwn = createdBy === actor.id
  return new Map(
    columns.flatMap((key, column) =>
      key && (isOwn || isVisibleToOthers(key)) ? [[column, key] as const] : [],
    ),
  )
}

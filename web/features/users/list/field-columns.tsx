import { Text } from '@mantine/core'
import type { CustomField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { fieldValueText } from '#texts/field-values.ts'
import { usersText } from '#texts/users.ts'
import type { DisplayOptions } from '#web/features/users/users.search.ts'
import { formatCustomFieldValue } from '#web/lib/form/custom-field-values.ts'
import type { Column } from '#web/ui/list/ListTable.tsx'

/** Returns the ids of the custom fields that the user list shows as columns. */
export function listFieldsShownAsColumns({ fields }: DisplayOptions): number[] {
  return fields?.split(',').map(Number) ?? []
}

/** Builds the table columns of the custom fields that the user chose to show. */
export function buildCustomFieldColumns(fields: CustomField[], options: DisplayOptions): Column<UserRow>[] {
  const shown = listFieldsShownAsColumns(options)
  return fields
    .filter(({ id }) => shown.includes(id))
    .map(field => ({
      title: field.label,
      width: '120px',
      cell: row => (
        <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {row.fields === null
            ? fieldValueText.hidden
            : (formatCustomFieldValue(field, row.fields?.[field.id]) ?? usersText.none)}
        </Text>
      ),
    }))
}

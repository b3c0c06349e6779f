import { Text } from '@mantine/core'
import type { PersonField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { ownFieldsText } from '#texts/custom-fields.ts'
import { formatCustomFieldValue } from '#web/lib/form/custom-field-values.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'

/** Shows the values of a person's custom fields as text, and when each value will be deleted. */
export function CustomFieldValueList({ fields }: { fields: PersonField[] }) {
  return (
    <Columns component="dl" template="1fr 1fr" gap="12px 16px">
      {fields.map(field => (
        <LabelledValue key={field.id} label={field.label}>
          <span style={{ whiteSpace: 'pre-line' }}>{formatCustomFieldValue(field, field.value) ?? '–'}</span>
          {field.erasedFrom && (
            <Text size="xs" c="dimmed">
              {ownFieldsText.left({ date: formatDate(field.erasedFrom) })}
            </Text>
          )}
        </LabelledValue>
      ))}
    </Columns>
  )
}

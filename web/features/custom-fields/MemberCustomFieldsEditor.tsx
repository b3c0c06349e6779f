import { Button, Group, Skeleton, Title } from '@mantine/core'
import { useState } from 'react'
import { memberFieldsText as text } from '#texts/custom-fields.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { CustomFieldValueList } from './CustomFieldValueList.tsx'
import { CustomFieldValuesForm } from './CustomFieldValuesForm.tsx'
import { useCustomFieldValuesOfMember, useSaveCustomFieldsOfMember } from './custom-fields.api.ts'

/** Custom fields in a member's drawer, for managers who may see or fill in at least one. Renders nothing for others. */
export function MemberCustomFieldsEditor({ id }: { id: number }) {
  const query = useCustomFieldValuesOfMember(id)
  const sending = useSaveCustomFieldsOfMember(id)
  const [isEditing, setEditing] = useState(false)
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <Skeleton height={80} />
  const editable = query.data.filter(field => field.isEditable)
  const readOnly = query.data.filter(field => !field.isEditable)
  if (query.data.length === 0) return null
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {text.title}
        </Title>
        {!isEditing && editable.length > 0 && (
          <Button variant="default" size="sm" onClick={() => setEditing(true)}>
            {text.edit}
          </Button>
        )}
      </Group>
      {isEditing ? (
        <>
          <CustomFieldValueList fields={readOnly} />
          <CustomFieldValuesForm
            fields={editable}
            sending={sending}
            isRequiredChecked={false}
            onDone={() => setEditing(false)}
          />
        </>
      ) : (
        <CustomFieldValueList fields={query.data} />
      )}
    </section>
  )
}

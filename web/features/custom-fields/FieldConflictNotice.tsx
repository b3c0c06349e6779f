import { Alert, Button, List, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ManagedField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { customFieldsText, fieldDialogText as text } from '#texts/custom-fields.ts'
import { useRestoreCustomField } from './custom-fields.api.ts'
import { formatChangedCustomFieldProperties } from './field-conflicts.ts'

/** Notice that another manager changed or removed the custom field while the user edited it. */
export function FieldConflictNotice({
  field,
  stored,
  onRestored,
}: {
  field: ManagedField
  /** Custom field as the server stores it now, after another manager's change. */
  stored: ManagedField
  onRestored: () => Promise<void>
}) {
  const restore = useRestoreCustomField()
  const isRemoved = stored.removedAt !== null
  const changes = formatChangedCustomFieldProperties(field, stored)
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={isRemoved ? text.removedMeanwhile : text.changedMeanwhile}
    >
      {!isRemoved && changes.length > 0 && (
        <>
          <Text size="sm">{text.storedNow}</Text>
          <List size="sm" style={{ overflowWrap: 'anywhere' }}>
            {changes.map(change => (
              <List.Item key={change}>{change}</List.Item>
            ))}
          </List>
        </>
      )}
      <Text size="sm">{isRemoved ? text.restoreToSave : text.saveToReplace}</Text>
      {isRemoved && (
        <Button
          mt="xs"
          variant="default"
          loading={restore.isPending}
          onClick={() => restore.mutate(field.id, { onSuccess: () => void onRestored() })}
        >
          {customFieldsText.restore}
        </Button>
      )}
    </Alert>
  )
}

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { missingFieldText as text } from '#texts/custom-fields.ts'

interface Problem {
  text: string
  /** Called when the user removes the missing custom field from the filter. If omitted, the notice has no button. */
  onRemove?: () => void
}

/** Notice that names references to custom fields or choices that no longer exist, with buttons that remove them. */
export function MissingCustomFieldsNotice({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null
  return (
    <Alert color="orange" role="status" mb={12} icon={<IconAlertTriangle aria-hidden />} title={text.title}>
      <Stack gap={8}>
        {problems.map(({ text: problem, onRemove }) => (
          <Group key={problem} gap={12} justify="space-between">
            <Text size="sm" flex="1 1 220px" style={{ overflowWrap: 'anywhere' }}>
              {problem}
            </Text>
            {onRemove && (
              <Button variant="default" aria-label={text.removeReference({ problem })} onClick={onRemove}>
                {text.remove}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}

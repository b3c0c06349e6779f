import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ManagedField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { removedFieldDays } from '#shared/contracts/custom-fields/field-kinds.ts'
import { customFieldsText as text } from '#texts/custom-fields.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { useRestoreCustomField } from './custom-fields.api.ts'

function formatDeletion(removedAt: string): string {
  const date = new Date(removedAt)
  date.setDate(date.getDate() + removedFieldDays)
  return formatDate(date.toISOString())
}

/** Lists removed custom fields. They can be restored with their values until the values are deleted. */
export function RemovedCustomFields({ fields }: { fields: ManagedField[] }) {
  const restore = useRestoreCustomField()
  if (fields.length === 0) return null
  return (
    <section aria-label={text.removedTitle}>
      <Title order={2} size="h4" mt="xl" mb="sm">
        {text.removedTitle}
      </Title>
      <Stack gap={12}>
        {fields.map(({ id, label, removedAt }) => (
          <Card key={id} py={14} px={18}>
            <Group justify="space-between">
              <div>
                <Text fw={600}>{label}</Text>
                <Text size="sm" c="dimmed">
                  {removedAt && text.removedHint({ date: formatDeletion(removedAt) })}
                </Text>
              </div>
              <Button
                variant="default"
                aria-label={text.restoreField({ label })}
                disabled={restore.isPending}
                onClick={() => restore.mutate(id)}
              >
                {text.restore}
              </Button>
            </Group>
          </Card>
        ))}
      </Stack>
    </section>
  )
}

import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Heading of a page's content. The page's own title is in the shell's header. */
export function PageHeader({
  title,
  subtitle,
  actions,
}: {
  title: string
  subtitle?: string
  actions?: ReactNode
}) {
  return (
    <Group justify="space-between" align="flex-end" mb="lg">
      <div>
        <Title order={2}>{title}</Title>
        {subtitle && <Text c="dimmed">{subtitle}</Text>}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}

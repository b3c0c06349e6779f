import { Card, Code, Stack, Text, Title } from '@mantine/core'
import { shellText } from '#texts/shell.ts'
import { appName } from '#web/lib/document/branding.ts'
import { ErrorPageLinks } from './ErrorPageLinks.tsx'

export function NotFound() {
  const { title, text, hint } = shellText.notFound
  return (
    <Card maw={620} mx="auto" mt="xl" padding="xl">
      <title>{`${title} · ${appName}`}</title>
      <Stack align="flex-start">
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        <ErrorPageLinks />
        {/* Long error details wrap inside the card. */}
        <Code block w="100%" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {hint}
        </Code>
      </Stack>
    </Card>
  )
}

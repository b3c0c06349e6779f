import { Card, Code, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shellText } from '#texts/shell.ts'
import { appName, isDemo } from '#web/lib/document/branding.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { ErrorPageLinks } from './ErrorPageLinks.tsx'

export function NotFound() {
  const { data: user } = useQuery(currentUserQuery)
  const { title, text, hint } = shellText.notFound
  return (
    <Card maw={620} mx="auto" mt="xl" padding="xl">
      <title>{`${title} · ${appName}`}</title>
      <Stack align="flex-start">
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        <ErrorPageLinks />
        {isDemo && user && user.role !== 'member' && (
          // In the demo, the 404 page has a hint for people who evaluate the application.
          <Code block w="100%" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {hint}
          </Code>
        )}
      </Stack>
    </Card>
  )
}

import { Card, Flex, Stack, Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { shellText } from '#texts/shell.ts'
import { appName, isDemo } from '#web/lib/document/branding.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { KiteIllustration } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorPageLinks } from './ErrorPageLinks.tsx'

export function NotFoundScreen() {
  const { data: user } = useQuery(currentUserQuery)
  const { title, heading, text, forDevelopers, hint } = shellText.notFound
  return (
    <Card maw={620} mx="auto" mt="xl" p={{ base: 20, sm: 'xl' }}>
      <title>{`${title} · ${appName}`}</title>
      <Stack align="flex-start">
        <KiteIllustration />
        <div>
          <Title order={2} fz="sm" c="dimmed">
            {title}
          </Title>
          <Text fz={26} fw={700} lh={1.3}>
            {heading}
          </Text>
        </div>
        <Text c="dimmed">{text}</Text>
        <ErrorPageLinks />
        {isDemo && user && user.role !== 'member' && (
          // In the demo, the 404 page has a hint for people who evaluate the application.
          <details>
            <Flex
              component="summary"
              gap={6}
              align="center"
              py={12}
              fz="sm"
              c="dimmed"
              style={{ cursor: 'pointer' }}
            >
              {forDevelopers}
              <IconChevronDown size={18} aria-hidden />
            </Flex>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {hint}
            </Text>
          </details>
        )}
      </Stack>
    </Card>
  )
}

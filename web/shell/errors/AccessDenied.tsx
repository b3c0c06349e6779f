import { Card, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { Role } from '#shared/constants.ts'
import { findText } from '#shared/language/texts.ts'
import { roleLabels } from '#texts/labels.ts'
import { shellText } from '#texts/shell.ts'
import { appName } from '#web/lib/document/branding.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'

/** The links of this error page are loaded lazily, because few users ever see it. */
const ErrorPageLinks = lazyLoadComponentAndTexts(
  async () => (await import('./ErrorPageLinks.tsx')).ErrorPageLinks,
)

export function AccessDenied({ role }: { role: Role }) {
  const { title, text, why, whom, contacts } = shellText.denied
  const contact = findText(contacts, role)
  return (
    <Card maw={620} mx="auto" mt="xl" p={{ base: 20, sm: 'xl' }}>
      <title>{`${title} · ${appName}`}</title>
      <Stack align="flex-start">
        <ThemeIcon variant="light" size={56} radius="xl">
          <IconLock aria-hidden />
        </ThemeIcon>
        <Title order={2}>{title}</Title>
        <Text>{text}</Text>
        <Text c="dimmed" size="sm">
          {[why({ role: roleLabels[role] }), contact && whom({ contact })].filter(Boolean).join(' ')}
        </Text>
        <Suspense>
          <ErrorPageLinks />
        </Suspense>
      </Stack>
    </Card>
  )
}

import { Card, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { appName } from '#web/lib/branding.ts'
import { shellText } from './shell.text.ts'

export function AccessDenied() {
  return (
    <Card maw={520} mx="auto" mt="xl" padding="xl">
      <title>{`${shellText.denied.title} · ${appName}`}</title>
      <Stack align="center" ta="center">
        <ThemeIcon variant="light" color="red" size={56} radius="xl">
          <IconLock aria-hidden />
        </ThemeIcon>
        <Title order={2}>{shellText.denied.title}</Title>
        <Text c="dimmed">{shellText.denied.text}</Text>
      </Stack>
    </Card>
  )
}

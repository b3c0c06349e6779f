import { Card, Code, Stack, Text, Title } from '@mantine/core'
import { appName } from '#web/lib/document/branding.ts'
import { shellText } from '#web/shell/shell.text.ts'
import { ErrorPageLinks } from './ErrorPageLinks.tsx'
import styles from './NotFound.module.css'

export function NotFound() {
  const { title, text, hint } = shellText.notFound
  return (
    <Card maw={620} mx="auto" mt="xl" padding="xl">
      <title>{`${title} · ${appName}`}</title>
      <Stack align="flex-start">
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        <ErrorPageLinks />
        <Code block className={styles.hint}>
          {hint}
        </Code>
      </Stack>
    </Card>
  )
}

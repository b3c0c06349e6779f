import { Card, Code, Stack, Text, Title } from '@mantine/core'
import { appName } from '#web/lib/branding.ts'
import styles from './NotFound.module.css'
import { shellText } from './shell.text.ts'
import { ErrorPageLinks } from './WayOn.tsx'

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

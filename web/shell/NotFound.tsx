import { Button, Card, Code, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { appName } from '#web/lib/branding.ts'
import styles from './NotFound.module.css'
import { shellText } from './shell.text.ts'

export function NotFound() {
  const { title, text, hint, home } = shellText.notFound
  return (
    <Card maw={560} mx="auto" mt="xl" padding="xl">
      <title>{`${title} · ${appName}`}</title>
      <Stack align="flex-start">
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        <Code block className={styles.hint}>
          {hint}
        </Code>
        <Button component={Link} to="/dashboard">
          {home}
        </Button>
      </Stack>
    </Card>
  )
}

import { Button, Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '#web/features/auth/auth.api.ts'
import { appName } from '#web/lib/branding.ts'
import { Shell } from '#web/shell/Shell.tsx'
import { ShellSkeleton } from '#web/shell/ShellSkeleton.tsx'
import { shellText } from '#web/shell/shell.text.ts'
import { NotBuiltPage } from './NotBuiltPage.tsx'
import styles from './OutsidePage.module.css'

/** A screen for visitors; whoever is signed in sees it inside the shell. */
export function OutsidePage({ title }: { title: string }) {
  const me = useQuery(meQuery)
  if (me.isPending) return <ShellSkeleton />
  if (me.data) {
    return (
      <Shell>
        <NotBuiltPage />
      </Shell>
    )
  }
  return (
    <main className={styles.page}>
      <title>{`${title} · ${appName}`}</title>
      <Card maw={480} padding="xl">
        <Title order={1} size="h2" ta="center">
          {title}
        </Title>
        <NotBuiltPage />
        <Button component={Link} to="/login" variant="default">
          {shellText.backToLogin}
        </Button>
      </Card>
    </main>
  )
}

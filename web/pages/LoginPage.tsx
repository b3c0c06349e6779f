import { Anchor, Card, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { authText, googleTexts } from '#web/features/auth/auth.text.ts'
import { LoginForm } from '#web/features/auth/LoginForm.tsx'
import { appName, orgName } from '#web/lib/branding.ts'
import { Mark } from '#web/ui/Mark.tsx'
import styles from './LoginPage.module.css'

export function LoginPage() {
  const { redirect, google, notice } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const onSuccess = () =>
    google === 'link'
      ? navigate({ to: '/link-google', search: { redirect }, replace: true })
      : navigate({ to: redirect ?? '/dashboard', replace: true })
  return (
    <div className={styles.page}>
      <title>{`${authText.title} · ${appName}`}</title>
      <aside className={styles.welcome}>
        <div className={styles.brand}>
          <Mark size={40} kite="#fff" />
          {appName}
        </div>
        <div className={styles.words}>
          <p className={styles.slogan}>{authText.slogan}</p>
          <p>{authText.promise}</p>
        </div>
        <p className={styles.care}>{authText.care}</p>
        <div className={styles.drawing}>
          <Mark size={620} kite="#fff" moon="#fff" />
        </div>
      </aside>
      <main className={styles.main}>
        <div className={styles.column}>
          <div className={styles.smallMark}>
            <Mark size={48} />
          </div>
          <Title order={1}>{orgName}</Title>
          <Text c="dimmed">{authText.subtitle}</Text>
          <Card mt="lg" padding="xl">
            <Text size="sm" c="dimmed" mb="md">
              {authText.description}
            </Text>
            <LoginForm
              notice={google ? googleTexts[google] : notice && authText[notice]}
              redirect={redirect}
              onSuccess={onSuccess}
            />
          </Card>
          <Text size="sm" c="dimmed" ta="center" mt="lg">
            {authText.noAccount}{' '}
            <Anchor component={Link} to="/register" fw={700} inherit>
              {authText.register}
            </Anchor>
          </Text>
        </div>
      </main>
    </div>
  )
}

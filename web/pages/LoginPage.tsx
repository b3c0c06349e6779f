import { Anchor, Card, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { isServerPage } from '#shared/paths.ts'
import { authText } from '#web/features/auth/auth.text.ts'
import { LoginForm } from '#web/features/auth/LoginForm.tsx'
import { useQuietPasskey } from '#web/features/auth/use-quiet-passkey.ts'
import { appName, orgName } from '#web/lib/branding.ts'
import { meKey, meQuery, queryClient } from '#web/lib/query-client.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Mark } from '#web/ui/Mark.tsx'
import styles from './LoginPage.module.css'

const GoogleNoticeText = lazy(async () => ({
  default: (await import('#web/features/auth/GoogleNoticeText.tsx')).GoogleNoticeText,
}))
/** For the few who have one: fetched when the password was right. */
const SecondStep = lazy(async () => ({
  default: (await import('#web/features/auth/SecondStep.tsx')).SecondStep,
}))

/** Whoever is signed in goes on to where they wanted; only whoever is not has a form to fill in. */
export function LoginPage() {
  const { redirect, google, notice } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const goOn = useCallback(
    () =>
      void (google === 'link'
        ? navigate({ to: '/link-google', search: { redirect }, replace: true })
        : navigate({ to: redirect ?? '/dashboard', replace: true, reloadDocument: isServerPage(redirect) })),
    [navigate, google, redirect],
  )
  // A lookup of who is signed in that failed may be what led here, so it is tried once more.
  const [failure, setFailure] = useState<Error>()
  const look = useCallback(
    () =>
      void queryClient.fetchQuery(meQuery).then(
        me => {
          setFailure(undefined)
          if (me) goOn()
        },
        // Whoever logged in meanwhile is known, and cut the lookup short.
        error => queryClient.getQueryData(meKey) || setFailure(error),
      ),
    [goOn],
  )
  useEffect(look, [look])
  // Google vouched for them, and there is a second step.
  const [isHalfway, setHalfway] = useState(google === 'second-step')
  const [said, setSaid] = useState<string>()
  const goHalfway = useCallback(() => setHalfway(true), [])
  useQuietPasskey(!isHalfway && failure === undefined, goOn, setSaid)
  const goBack = useCallback((why?: string) => {
    setSaid(why)
    setHalfway(false)
  }, [])
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
          <Card mt="lg" padding="xl" className={styles.card}>
            {failure && <ErrorState title={authText.unknown} error={failure} onRetry={look} />}
            {/* Hidden and not gone: somebody may have begun to type before the answer failed to come. */}
            <div hidden={failure !== undefined}>
              {!isHalfway && (
                <Text size="sm" c="dimmed" mb="md">
                  {authText.description}
                </Text>
              )}
              {isHalfway ? (
                <Suspense>
                  <SecondStep onSuccess={goOn} onBack={goBack} />
                </Suspense>
              ) : (
                <LoginForm
                  notice={
                    said ??
                    (google ? (
                      <Suspense>
                        <GoogleNoticeText of={google} />
                      </Suspense>
                    ) : (
                      notice && authText[notice]
                    ))
                  }
                  redirect={redirect}
                  onSuccess={goOn}
                  onSecondStep={goHalfway}
                />
              )}
            </div>
          </Card>
          <Text size="sm" c="dimmed" ta="center" mt="lg">
            {authText.noAccount}{' '}
            <Anchor
              fw={700}
              inherit
              renderRoot={props => <Link {...props} to="/register" search={{ redirect }} />}
            >
              {authText.register}
            </Anchor>
            {' · '}
            <Anchor inherit renderRoot={props => <Link {...props} to="/help" />}>
              {authText.help}
            </Anchor>
          </Text>
        </div>
      </main>
    </div>
  )
}

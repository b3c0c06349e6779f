import { Anchor, Box, Card, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { isServerRenderedPath } from '#shared/paths.ts'
import { authText } from '#texts/sign-in.ts'
import { LoginForm } from '#web/features/auth/LoginForm.tsx'
import { usePasskeyAutofill } from '#web/features/auth/use-passkey-autofill.ts'
import { appName, orgName } from '#web/lib/document/branding.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { currentUserKey, currentUserQuery, queryClient } from '#web/lib/query/query-client.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import styles from './VisitorPageFrame.module.css'
import { VisitorPageFrame } from './VisitorPageFrame.tsx'

const GoogleNoticeText = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/auth/GoogleSignInErrorText.tsx')).GoogleSignInErrorText,
)
/** Form for the second sign-in step (two-factor code), loaded lazily, because few users have a second factor. */
const SecondFactorForm = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/auth/SecondFactorForm.tsx')).SecondFactorForm,
)

/** Links to registration and help. After a registration, the page that required the login is opened. */
function LoginLinks({ redirect }: { redirect: string | undefined }) {
  return (
    <Text size="sm" c="dimmed" ta="center" mt="lg">
      {authText.noAccount}{' '}
      <Anchor fw={700} inherit renderRoot={props => <Link {...props} to="/register" search={{ redirect }} />}>
        {authText.register}
      </Anchor>
      {' · '}
      <Anchor inherit renderRoot={props => <Link {...props} to="/help" />}>
        {authText.help}
      </Anchor>
    </Text>
  )
}

/** Loads the current user and leaves the login page if a user is signed in. `failure` is the last request's error. */
function useSignedInRedirect(continueToTarget: () => void) {
  // If the login page opened because the current user could not be loaded, the request is repeated once.
  const [failure, setFailure] = useState<Error>()
  const loadUser = useCallback(
    () =>
      void queryClient.fetchQuery(currentUserQuery).then(
        me => {
          setFailure(undefined)
          if (me) continueToTarget()
        },
        // A sign-in aborts the pending request for the current user, because the sign-in response contains the user.
        error => queryClient.getQueryData(currentUserKey) || setFailure(error),
      ),
    [continueToTarget],
  )
  useEffect(loadUser, [loadUser])
  return { failure, loadUser }
}

/** Login page. A signed-in user is redirected to the requested page. */
export function LoginPage() {
  const { redirect, google, notice } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const continueToTarget = useCallback(
    () =>
      void (google === 'link'
        ? navigate({ to: '/link-google', search: { redirect }, replace: true })
        : navigate({
            to: redirect ?? '/dashboard',
            replace: true,
            reloadDocument: isServerRenderedPath(redirect),
          })),
    [navigate, google, redirect],
  )
  const { failure, loadUser } = useSignedInRedirect(continueToTarget)
  // Whether Google has authenticated the user and the second sign-in step (two-factor code) is still required.
  const [isSecondStep, setSecondStep] = useState(google === 'second-step')
  const [message, setMessage] = useState<string>()
  const startSecondStep = useCallback(() => setSecondStep(true), [])
  usePasskeyAutofill(!isSecondStep && failure === undefined, continueToTarget, setMessage)
  const goBack = useCallback((reason?: string) => {
    setMessage(reason)
    setSecondStep(false)
  }, [])
  return (
    <VisitorPageFrame>
      <title>{`${authText.title} · ${appName}`}</title>
      <Title order={1}>{orgName}</Title>
      <Text c="dimmed">{authText.subtitle}</Text>
      <Card mt="lg" padding="xl" className={styles.card}>
        {failure && <ErrorState title={authText.unknown} error={failure} onRetry={loadUser} />}
        {/* The login form is hidden instead of unmounted, so that text typed before a failed request is kept. */}
        <div hidden={failure !== undefined}>
          {!isSecondStep && (
            <Text size="sm" c="dimmed" mb="md">
              {authText.description}
            </Text>
          )}
          {isSecondStep ? (
            <Suspense>
              <SecondFactorForm onSuccess={continueToTarget} onBack={goBack} />
            </Suspense>
          ) : (
            <LoginForm
              notice={
                message ??
                (google ? (
                  // Reserved space for the lazy-loaded Google sign-in message keeps the form in place.
                  <Suspense fallback={<Box h={56} />}>
                    <GoogleNoticeText of={google} />
                  </Suspense>
                ) : (
                  notice && authText[notice]
                ))
              }
              needsPassword={google === 'link'}
              redirect={redirect}
              onSuccess={continueToTarget}
              onSecondStep={startSecondStep}
            />
          )}
        </div>
      </Card>
      <LoginLinks redirect={redirect} />
    </VisitorPageFrame>
  )
}

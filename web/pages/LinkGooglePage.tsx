import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isServerRenderedPath } from '#shared/paths.ts'
import { linkText } from '#texts/google-sign-in.ts'
import { LinkGooglePrompt } from '#web/features/auth/LinkGooglePrompt.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function LinkGooglePage() {
  const { redirect } = useSearch({ from: '/link-google' })
  const navigate = useNavigate()
  const onDone = useCallback(
    () =>
      void navigate({
        to: redirect ?? '/dashboard',
        replace: true,
        reloadDocument: isServerRenderedPath(redirect),
      }),
    [navigate, redirect],
  )
  const onSignedOut = useCallback(
    () => void navigate({ to: '/login', search: { google: 'link', redirect }, replace: true }),
    [navigate, redirect],
  )
  return (
    <VisitorPageLayout title={linkText.title}>
      <LinkGooglePrompt onDone={onDone} onSignedOut={onSignedOut} />
    </VisitorPageLayout>
  )
}

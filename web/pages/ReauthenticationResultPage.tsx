import { useSearch } from '@tanstack/react-router'
import { ReauthenticationResult } from '#web/features/auth/ReauthenticationResult.tsx'
import { reauthenticationResultText } from '#web/features/auth/reauthentication.text.ts'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function ReauthenticationResultPage() {
  const { google } = useSearch({ from: '/proved' })
  return (
    <VisitorPageLayout title={reauthenticationResultText.title}>
      <ReauthenticationResult failure={google} />
    </VisitorPageLayout>
  )
}

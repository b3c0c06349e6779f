import { useSearch } from '@tanstack/react-router'
import { reauthenticationResultText } from '#texts/reauthentication.ts'
import { ReauthenticationResult } from '#web/features/auth/ReauthenticationResult.tsx'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

export function ReauthenticationResultPage() {
  const { google } = useSearch({ from: '/proved' })
  return (
    <VisitorPageLayout title={reauthenticationResultText.title}>
      <ReauthenticationResult failure={google} />
    </VisitorPageLayout>
  )
}

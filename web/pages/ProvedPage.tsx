import { useSearch } from '@tanstack/react-router'
import { ReauthenticationResult } from '#web/features/auth/ReauthenticationResult.tsx'
import { reauthenticationResultText } from '#web/features/auth/reauthentication.text.ts'
import { OutsidePage } from './OutsidePage.tsx'

export function ProvedPage() {
  const { google } = useSearch({ from: '/proved' })
  return (
    <OutsidePage title={reauthenticationResultText.title}>
      <ReauthenticationResult failure={google} />
    </OutsidePage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/features/auth/auth.api.ts'
import { Settings } from '#web/features/settings/Settings.tsx'

export function SettingsPage() {
  const { data: user } = useQuery(meQuery)
  return user && <Settings user={user} />
}

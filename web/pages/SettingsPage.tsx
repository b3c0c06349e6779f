import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/features/auth/auth.api.ts'
import { KeysSettings } from '#web/features/keys/KeysSettings.tsx'
import { Settings } from '#web/features/settings/Settings.tsx'

export function SettingsPage() {
  const { data: user } = useQuery(meQuery)
  return user && <Settings user={user} encryption={<KeysSettings userId={user.id} />} />
}

import { useQuery } from '@tanstack/react-query'
import { KeysSettings } from '#web/features/keys/KeysSettings.tsx'
import { Settings } from '#web/features/settings/Settings.tsx'
import { meQuery } from '#web/lib/query-client.ts'

export function SettingsPage() {
  const { data: user } = useQuery(meQuery)
  return user && <Settings user={user} encryption={<KeysSettings userId={user.id} />} />
}

import { useQuery } from '@tanstack/react-query'
import { Settings } from '#web/features/account/Settings.tsx'
import { KeysRow } from '#web/features/keys/KeysRow.tsx'
import { OwnData } from '#web/features/my-data/OwnData.tsx'
import { meQuery } from '#web/lib/query-client.ts'

export function SettingsPage() {
  const { data: user } = useQuery(meQuery)
  return (
    user && (
      <Settings
        user={user}
        encryption={<KeysRow userId={user.id} />}
        ownData={account => <OwnData account={account} />}
      />
    )
  )
}

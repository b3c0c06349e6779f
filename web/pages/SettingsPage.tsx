import { useQuery } from '@tanstack/react-query'
import { Settings } from '#web/features/account/Settings.tsx'
import { KeysRow } from '#web/features/keys/KeysRow.tsx'
import { OwnMerge } from '#web/features/merging/OwnMerge.tsx'
import { OwnData } from '#web/features/my-data/OwnData.tsx'
import { meQuery } from '#web/lib/query-client.ts'

export function SettingsPage() {
  const { data: user } = useQuery(meQuery)
  return (
    user && (
      <Settings
        user={user}
        encryption={<KeysRow userId={user.id} />}
        asked={<OwnMerge />}
        ownData={account => <OwnData account={account} />}
      />
    )
  )
}

import { useQuery } from '@tanstack/react-query'
import { Settings } from '#web/features/account/Settings.tsx'
import { KeysSettingsRow } from '#web/features/keys/KeysRow.tsx'
import { OwnMergeRequest } from '#web/features/merging/OwnMerge.tsx'
import { OwnDataSettings } from '#web/features/my-data/OwnData.tsx'
import { currentUserQuery } from '#web/lib/query-client.ts'

export function SettingsPage() {
  const { data: user } = useQuery(currentUserQuery)
  return (
    user && (
      <Settings
        user={user}
        encryption={<KeysSettingsRow userId={user.id} />}
        asked={<OwnMergeRequest />}
        ownData={account => <OwnDataSettings account={account} />}
      />
    )
  )
}

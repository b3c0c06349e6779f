import { useQuery } from '@tanstack/react-query'
import { Settings } from '#web/features/account/Settings.tsx'
import { KeysSettingsRow } from '#web/features/keys/identity/KeysSettingsRow.tsx'
import { OwnMergeRequest } from '#web/features/merging/OwnMergeRequest.tsx'
import { OwnDataSettings } from '#web/features/my-data/OwnDataSettings.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

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

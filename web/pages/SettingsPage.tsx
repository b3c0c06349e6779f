import { useQuery } from '@tanstack/react-query'
import { Settings } from '#web/features/account/Settings.tsx'
import { KeysSettingsRow } from '#web/features/keys/identity/KeysSettingsRow.tsx'
import { ConfirmOwnAccountMergeForm } from '#web/features/merging/ConfirmOwnAccountMergeForm.tsx'
import { DataDownloadAndErasureSettings } from '#web/features/my-data/DataDownloadAndErasureSettings.tsx'
import { currentUserQuery } from '#web/lib/query/query-client.ts'

export function SettingsPage() {
  const { data: user } = useQuery(currentUserQuery)
  return (
    user && (
      <Settings
        user={user}
        encryption={<KeysSettingsRow userId={user.id} />}
        asked={<ConfirmOwnAccountMergeForm />}
        ownData={account => <DataDownloadAndErasureSettings account={account} />}
      />
    )
  )
}

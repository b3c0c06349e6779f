import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { dataText, eraseText } from '#texts/my-data.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { SettingsRow } from '#web/ui/layout/SettingsRow.tsx'
import { EraseAccountPanel } from './EraseAccountPanel.tsx'
import { useStatusOfPersonalDataDownload } from './my-data.api.ts'
import { OwnDataDownloadPanel } from './OwnDataDownloadPanel.tsx'

function useDataState(): string | undefined {
  const { data, error } = useStatusOfPersonalDataDownload()
  if (error) return dataText.unknown
  if (!data) return undefined
  const { download } = data
  if (download?.status === 'waiting') return dataText.preparing
  return download?.status === 'done' && download.expiresAt
    ? dataText.ready({ day: formatDate(download.expiresAt) })
    : dataText.none
}

/** Rows of the settings page for data download and account erasure, also for accounts that are not active. */
export function DataDownloadAndErasureSettings({ account }: { account?: Account }) {
  return (
    <>
      <SettingsRow
        anchor="my-data"
        title={dataText.section}
        state={useDataState()}
        action={dataText.action}
        help={dataText.help}
      >
        <OwnDataDownloadPanel />
      </SettingsRow>
      <SettingsRow
        anchor="erase"
        title={eraseText.section}
        state={eraseText.state}
        action={eraseText.action}
        help={eraseText.help}
      >
        <EraseAccountPanel account={account} />
      </SettingsRow>
    </>
  )
}

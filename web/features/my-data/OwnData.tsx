import type { Account } from '#shared/contracts/account.ts'
import { SettingsSection } from '#web/ui/SettingsSection.tsx'
import { EraseAccount } from './EraseAccount.tsx'
import { MyData } from './MyData.tsx'
import { dataText, eraseText } from './my-data.text.ts'

/** What everybody may do with their own data, also before they are in and after. */
export function OwnData({ account }: { account?: Account }) {
  return (
    <>
      <SettingsSection title={dataText.section} help={dataText.help}>
        <MyData />
      </SettingsSection>
      <SettingsSection title={eraseText.section} help={eraseText.help}>
        <EraseAccount account={account} />
      </SettingsSection>
    </>
  )
}

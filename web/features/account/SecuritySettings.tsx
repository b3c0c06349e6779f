import type { ReactNode } from 'react'
import type { Account } from '#shared/contracts/account.ts'
import { SettingsRow } from '#web/ui/SettingsRow.tsx'
import { useOwnSessions } from './account.api.ts'
import { Devices } from './Devices.tsx'
import { Passkeys } from './Passkeys.tsx'
import { usePasskeys } from './passkeys.api.ts'
import { rowText, settingsText as text } from './settings.text.ts'
import { TwoFactor } from './TwoFactor.tsx'
import { useTwoFactor } from './two-factor.api.ts'

/** What a failed call does not say is not guessed; the row says more when it is opened. */
function stateOf<Data>({ data, error }: { data?: Data; error: Error | null }, say: (data: Data) => string) {
  if (data !== undefined) return say(data)
  return error ? rowText.unknown : undefined
}

/** What keeps others out: second steps, devices and keys. */
export function SecuritySettings({
  account,
  userId,
  encryption,
}: {
  account: Account
  userId: number
  encryption: ReactNode
}) {
  const { sections, actions } = text
  return (
    <>
      <SettingsRow
        anchor="passkeys"
        title={sections.passkeys}
        state={stateOf(usePasskeys(), ({ length }) => rowText.passkeys(length))}
        action={actions.manage}
        help={text.passkeysHelp}
      >
        <Passkeys account={account} userId={userId} />
      </SettingsRow>
      <SettingsRow
        anchor="two-factor"
        title={sections.twoFactor}
        state={stateOf(useTwoFactor(), ({ isOn }) => (isOn ? rowText.on : rowText.off))}
        action={actions.manage}
        help={text.twoFactorHelp}
      >
        <TwoFactor account={account} />
      </SettingsRow>
      <SettingsRow
        anchor="devices"
        title={sections.devices}
        state={stateOf(useOwnSessions(), ({ length }) => rowText.devices(length))}
        action={actions.look}
        help={text.devicesHelp}
      >
        <Devices />
      </SettingsRow>
      {encryption}
    </>
  )
}

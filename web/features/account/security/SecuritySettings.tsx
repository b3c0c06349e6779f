import type { ReactNode } from 'react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { rowText, settingsText as text } from '#texts/settings.ts'
import { useOwnSessions } from '#web/features/account/account.api.ts'
import { SettingsRow } from '#web/ui/layout/SettingsRow.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { usePasskeys } from './passkeys.api.ts'
import { SignedInDevices } from './SignedInDevices.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'
import { useTwoFactorState } from './two-factor.api.ts'

/**
 * Describes the current state of a setting. Returns undefined while it loads and a general text when loading failed.
 */
function describeSecuritySettingState<Data>(
  { data, error }: { data?: Data; error: Error | null },
  format: (data: Data) => string,
) {
  if (data !== undefined) return format(data)
  return error ? rowText.unknown : undefined
}

/** Rows of the settings page for passkeys, two-factor authentication, signed-in devices and encryption keys. */
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
        state={describeSecuritySettingState(usePasskeys(), ({ length: count }) =>
          rowText.passkeys({ count }),
        )}
        action={actions.manage}
        help={text.passkeysHelp}
      >
        <PasskeySettings account={account} userId={userId} />
      </SettingsRow>
      <SettingsRow
        anchor="two-factor"
        title={sections.twoFactor}
        state={describeSecuritySettingState(useTwoFactorState(), ({ isOn }) =>
          isOn ? rowText.on : rowText.off,
        )}
        action={actions.manage}
        help={text.twoFactorHelp}
      >
        <TwoFactorSettings account={account} />
      </SettingsRow>
      <SettingsRow
        anchor="devices"
        title={sections.devices}
        state={describeSecuritySettingState(useOwnSessions(), ({ length }) =>
          rowText.devices({ count: length }),
        )}
        action={actions.look}
        help={text.devicesHelp}
      >
        <SignedInDevices />
      </SettingsRow>
      {encryption}
    </>
  )
}

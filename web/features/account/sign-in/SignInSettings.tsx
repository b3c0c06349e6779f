import { useLocation } from '@tanstack/react-router'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import { emailText, rowText, settingsText as text } from '#texts/settings.ts'
import { SettingsRow } from '#web/ui/layout/SettingsRow.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { ChangeEmailForm } from './ChangeEmailForm.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { GoogleAccountConnectionSettings } from './GoogleAccountConnectionSettings.tsx'

/** Rows of the settings page for signing in: email address, password and Google account. */
export function SignInSettings({ account }: { account: Account }) {
  const { search } = useLocation()
  const { email, isEmailConfirmed, pendingEmail, hasPassword, hasGoogle } = account
  const { sections, actions } = text
  return (
    <>
      <SettingsRow
        anchor="email"
        title={sections.email}
        state={
          <>
            <span>
              <EmailAddress address={email} />
            </span>
            {` · ${isEmailConfirmed ? emailText.confirmed : emailText.notConfirmed}`}
            {pendingEmail && <span>{` · ${emailText.waiting}`}</span>}
          </>
        }
        action={actions.change}
        help={text.emailHelp}
      >
        <ChangeEmailForm account={account} />
      </SettingsRow>
      <SettingsRow
        anchor="password"
        title={sections.password}
        state={hasPassword ? rowText.hasPassword : rowText.noPassword}
        action={hasPassword ? actions.change : actions.set}
        help={hasPassword ? text.passwordHelp : text.setPasswordHelp}
      >
        <ChangePasswordForm account={account} />
      </SettingsRow>
      <SettingsRow
        anchor="google"
        title={sections.google}
        state={hasGoogle ? rowText.linked : rowText.notLinked}
        action={actions.manage}
        help={text.googleHelp}
        opens={'google' in search && !hasGoogle}
      >
        <GoogleAccountConnectionSettings account={account} />
      </SettingsRow>
    </>
  )
}

import { useLocation } from '@tanstack/react-router'
import type { Account } from '#shared/contracts/account.ts'
import { EmailAddress } from '#web/ui/Email.tsx'
import { SettingsRow } from '#web/ui/SettingsRow.tsx'
import { ChangeEmailForm } from './ChangeEmail.tsx'
import { ChangePasswordForm } from './ChangePassword.tsx'
import { GoogleSettings } from './Google.tsx'
import { emailText, rowText, settingsText as text } from './settings.text.ts'

/** Settings rows for signing in: email address, password and Google account. */
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
        <GoogleSettings account={account} />
      </SettingsRow>
    </>
  )
}

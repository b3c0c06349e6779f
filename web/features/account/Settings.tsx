import { Skeleton, Stack } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Account } from '#shared/contracts/account/account.schemas.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { settingsText as text } from '#texts/settings.ts'
import { DisplaySettings } from '#web/features/account/display/DisplaySettings.tsx'
import { NotificationSettings } from '#web/features/account/notifications/NotificationSettings.tsx'
import { SecuritySettings } from '#web/features/account/security/SecuritySettings.tsx'
import { SignInSettings } from '#web/features/account/sign-in/SignInSettings.tsx'
import { useSectionInView } from '#web/lib/document/use-section-in-view.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SettingsGroup } from '#web/ui/layout/SettingsRow.tsx'
import { useAccount } from './account.api.ts'
import styles from './Settings.module.css'

type GroupName = keyof typeof text.groups

/** Navigation beside the settings. Narrow screens hide it, because they show all settings as collapsed rows. */
function SettingsSectionNavigation() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const current = useSectionInView(Object.keys(text.groups), hash)
  return (
    <nav className={styles.index} aria-label={text.index}>
      {Object.entries(text.groups).map(([name, title]) => (
        // The router's link component would highlight the section in the URL instead of the visible section.
        <a
          key={name}
          href={`#${name}`}
          aria-current={name === current ? 'location' : undefined}
          onClick={event => {
            event.preventDefault()
            void navigate({ to: '/settings', hash: name, replace: true, resetScroll: false })
            document.getElementById(name)?.scrollIntoView()
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

export function Settings({
  user,
  asked,
  encryption,
  ownData,
}: {
  user: CurrentUser
  /** Shows a request that the user has not answered yet, such as a proposed account merge, above the settings. */
  asked: ReactNode
  /** Row of the settings page for creating, restoring and backing up the user's encryption keys. */
  encryption: ReactNode
  /** Renders the rows of the settings page for data download and account erasure. */
  ownData: (account: Account) => ReactNode
}) {
  const account = useAccount()
  if (account.error) return <ErrorState error={account.error} onRetry={() => account.refetch()} />
  if (!account.data) return <Skeleton height={420} radius={16} />
  const rows: Record<GroupName, ReactNode> = {
    entry: <SignInSettings account={account.data} />,
    security: <SecuritySettings account={account.data} userId={user.id} encryption={encryption} />,
    word: <NotificationSettings user={user} />,
    look: <DisplaySettings account={account.data} userId={user.id} />,
    data: ownData(account.data),
  }
  return (
    <div className={styles.page}>
      <SettingsSectionNavigation />
      <Stack gap={32} miw={0}>
        {asked}
        {Object.entries(rows).map(([name, content]) => (
          <SettingsGroup key={name} anchor={name} title={text.groups[name as GroupName]}>
            {content}
          </SettingsGroup>
        ))}
      </Stack>
    </div>
  )
}

import { type MantineColorScheme, type Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceMobile,
  IconHelp,
  IconLogout,
  IconPalette,
  IconSettings,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { useInstallWay } from '#web/lib/install.ts'
import { LateMenu } from '#web/ui/Late.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { shellText } from './shell.text.ts'
import styles from './UserMenu.module.css'
import { useSignOut } from './use-sign-out.ts'

const schemes = Object.entries(shellText.themes) as [MantineColorScheme, string][]

function ThemeMenu({ menu: Late }: { menu: typeof Menu }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Late.Sub>
      <Late.Sub.Target>
        <Late.Sub.Item leftSection={<IconPalette size={18} aria-hidden />}>{shellText.theme}</Late.Sub.Item>
      </Late.Sub.Target>
      <Late.Sub.Dropdown>
        <Late.RadioGroup
          value={colorScheme}
          onChange={scheme => setColorScheme(scheme as MantineColorScheme)}
        >
          {schemes.map(([scheme, label]) => (
            <Late.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {label}
            </Late.RadioItem>
          ))}
        </Late.RadioGroup>
      </Late.Sub.Dropdown>
    </Late.Sub>
  )
}

export function UserMenu({ user }: { user: CurrentUser }) {
  const { signOut } = useSignOut(user)
  const way = useInstallWay()
  return (
    <LateMenu
      width={220}
      button={
        <UnstyledButton className={styles.button} aria-label={shellText.account}>
          <PersonAvatar person={user} />
        </UnstyledButton>
      }
    >
      {Late => (
        <>
          <Late.Item component={Link} to="/profile" leftSection={<IconUser size={18} aria-hidden />}>
            {shellText.profile}
          </Late.Item>
          <Late.Item component={Link} to="/settings" leftSection={<IconSettings size={18} aria-hidden />}>
            {shellText.settings}
          </Late.Item>
          <ThemeMenu menu={Late} />
          {way !== 'installed' && way !== 'menu' && (
            <Late.Item
              component={Link}
              to="/settings"
              hash="install"
              leftSection={<IconDeviceMobile size={18} aria-hidden />}
            >
              {shellText.install}
            </Late.Item>
          )}
          <Late.Item component={Link} to="/help" leftSection={<IconHelp size={18} aria-hidden />}>
            {shellText.help}
          </Late.Item>
          <Late.Divider />
          <Late.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={signOut}>
            {shellText.logout}
          </Late.Item>
        </>
      )}
    </LateMenu>
  )
}

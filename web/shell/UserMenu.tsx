import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
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
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { shellText } from './shell.text.ts'
import styles from './UserMenu.module.css'
import { useSignOut } from './use-sign-out.ts'

const schemes = Object.entries(shellText.themes) as [MantineColorScheme, string][]

function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconPalette size={18} aria-hidden />}>{shellText.theme}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={scheme => setColorScheme(scheme as MantineColorScheme)}
        >
          {schemes.map(([scheme, label]) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

export function UserMenu({ user }: { user: CurrentUser }) {
  const { signOut } = useSignOut(user)
  const way = useInstallWay()
  return (
    <Menu position="bottom-end" width={220} transitionProps={{ duration: 150 }}>
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={shellText.account}>
          <PersonAvatar person={user} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={18} aria-hidden />}>
          {shellText.profile}
        </Menu.Item>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={18} aria-hidden />}>
          {shellText.settings}
        </Menu.Item>
        <ThemeMenu />
        {way !== 'installed' && way !== 'menu' && (
          <Menu.Item
            component={Link}
            to="/settings"
            hash="install"
            leftSection={<IconDeviceMobile size={18} aria-hidden />}
          >
            {shellText.install}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/help" leftSection={<IconHelp size={18} aria-hidden />}>
          {shellText.help}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={signOut}>
          {shellText.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { type MantineColorScheme, type Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceMobile,
  IconHelp,
  IconId,
  IconLogout,
  IconPalette,
  IconSettings,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { shellText } from '#texts/shell.ts'
import { useAppInstallMethod } from '#web/lib/device/install-prompt.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import styles from './UserMenu.module.css'

function ThemeMenu({ menu: MenuParts }: { menu: typeof Menu }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <MenuParts.Sub>
      <MenuParts.Sub.Target>
        <MenuParts.Sub.Item leftSection={<IconPalette size={18} aria-hidden />}>
          {shellText.theme}
        </MenuParts.Sub.Item>
      </MenuParts.Sub.Target>
      <MenuParts.Sub.Dropdown>
        <MenuParts.RadioGroup
          value={colorScheme}
          onChange={scheme => setColorScheme(scheme as MantineColorScheme)}
        >
          {Object.entries(shellText.themes).map(([scheme, label]) => (
            <MenuParts.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {label}
            </MenuParts.RadioItem>
          ))}
        </MenuParts.RadioGroup>
      </MenuParts.Sub.Dropdown>
    </MenuParts.Sub>
  )
}

export function UserMenu({ user }: { user: CurrentUser }) {
  const { signOut } = useSignOut(user)
  const installMethod = useAppInstallMethod()
  return (
    <LazyMenu
      width={220}
      button={
        <UnstyledButton className={styles.button} aria-label={shellText.account}>
          <PersonAvatar person={user} />
        </UnstyledButton>
      }
    >
      {MenuParts => (
        <>
          <MenuParts.Item component={Link} to="/profile" leftSection={<IconUser size={18} aria-hidden />}>
            {shellText.profile}
          </MenuParts.Item>
          {user.membershipNumber !== null && (
            <MenuParts.Item component={Link} to="/card" leftSection={<IconId size={18} aria-hidden />}>
              {shellText.card}
            </MenuParts.Item>
          )}
          <MenuParts.Item
            component={Link}
            to="/settings"
            leftSection={<IconSettings size={18} aria-hidden />}
          >
            {shellText.settings}
          </MenuParts.Item>
          <ThemeMenu menu={MenuParts} />
          {installMethod !== 'installed' && installMethod !== 'menu' && (
            <MenuParts.Item
              component={Link}
              to="/settings"
              hash="install"
              leftSection={<IconDeviceMobile size={18} aria-hidden />}
            >
              {shellText.install}
            </MenuParts.Item>
          )}
          <MenuParts.Item component={Link} to="/help" leftSection={<IconHelp size={18} aria-hidden />}>
            {shellText.help}
          </MenuParts.Item>
          <MenuParts.Divider />
          <MenuParts.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={signOut}>
            {shellText.logout}
          </MenuParts.Item>
        </>
      )}
    </LazyMenu>
  )
}

import { ActionIcon, Box, Burger, Group, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { shellText } from '#texts/shell.ts'
import { useUnreadMessageCount } from '#web/features/chat/groups/groups.api.ts'
import { NotificationBell } from '#web/features/notifications/NotificationBell.tsx'
import { HeaderSearch } from '#web/features/search/HeaderSearch.tsx'
import { appName } from '#web/lib/document/branding.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { IconWithCountBadge } from '#web/ui/feedback/IconWithCountBadge.tsx'
import { AppLogo } from '#web/ui/media/AppLogo.tsx'
import { AppName } from '#web/ui/media/AppName.tsx'
import styles from './Header.module.css'
import { UserMenu } from './UserMenu.tsx'

function MessagesButton() {
  const count = useUnreadMessageCount()
  return (
    <ButtonTooltip label={shellText.messages({ count })}>
      <ActionIcon
        component={Link}
        to="/communication"
        variant="subtle"
        color="gray"
        size="lg"
        className={styles.messages}
        // The badge with the number of unread messages may extend beyond the edge of the button.
        style={{ overflow: 'visible' }}
        aria-label={shellText.messages({ count })}
      >
        <IconWithCountBadge count={count} tone="laut">
          <IconMail size={22} stroke={1.7} aria-hidden />
        </IconWithCountBadge>
      </ActionIcon>
    </ButtonTooltip>
  )
}

/** Page header, memoized so that other changes in the page frame do not re-render it. */
export const Header = memo(function Header({
  user,
  title,
  isAside,
  isHome,
  isMenuOpen,
  onToggleMenu,
}: {
  user: CurrentUser
  title: string
  /** Whether the header is hidden on phones, because a full-screen page is shown. */
  isAside: boolean
  /** Whether phones show the product's name instead of the page title. Screen readers still read the page title. */
  isHome: boolean
  isMenuOpen: boolean
  onToggleMenu: () => void
}) {
  return (
    <header className={styles.header} data-aside={isAside || undefined} data-home={isHome || undefined}>
      <Group gap={8} wrap="nowrap" flex="none" className={styles.brand}>
        <Burger
          hiddenFrom="md"
          size="sm"
          // With a transition, the menu icon would keep the old colour briefly when the theme changes.
          transitionDuration={0}
          opened={isMenuOpen}
          onClick={onToggleMenu}
          aria-label={isMenuOpen ? shellText.closeMenu : shellText.openMenu}
          aria-expanded={isMenuOpen}
        />
        <Link to="/dashboard" className={styles.product} aria-label={appName}>
          <AppLogo size={30} />
          <span className={styles.productName}>
            <AppName />
          </span>
        </Link>
      </Group>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.actions}>
        <HeaderSearch user={user} />
        <NotificationBell userId={user.id} />
        <MessagesButton />
        <Box
          maw={190}
          px={10}
          ta="right"
          style={{ borderLeft: '1px solid var(--line)' }}
          lh={1.3}
          className={styles.name}
        >
          <Text size="sm" fw={700} truncate>
            {user.fullName}
          </Text>
          <Text size="xs" c="dimmed">
            {user.role}
          </Text>
        </Box>
        <UserMenu user={user} />
      </div>
    </header>
  )
})

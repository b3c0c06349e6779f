import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { memo } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { countPendingUsers } from '#shared/contracts/users/users.endpoints.ts'
import { can } from '#shared/policies.ts'
import { roleLabels } from '#texts/labels.ts'
import { screenTitles } from '#texts/screens.ts'
import { shellText } from '#texts/shell.ts'
import { useUnreadMessageCount } from '#web/features/chat/groups/groups.api.ts'
import { formatBadgeCount } from '#web/lib/format/format.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { adminEntries, findSidebarEntryPathForPage, type MenuEntry, mainEntries } from './menu-entries.ts'
import styles from './Sidebar.module.css'

function SidebarLink({
  entry,
  count = 0,
  onNavigate,
}: {
  entry: MenuEntry
  count?: number
  onNavigate?: () => void
}) {
  const isActive = useLocation({
    select: ({ pathname }) => findSidebarEntryPathForPage(pathname) === entry.path,
  })
  const describe = entry.badge === 'pending' ? shellText.pending : shellText.unread
  return (
    <li>
      <Link
        to={entry.path}
        className={styles.entry}
        data-active={isActive || undefined}
        activeProps={{ 'data-active': true }}
        onClick={onNavigate}
      >
        <entry.icon size={20} stroke={1.7} aria-hidden />
        <span>{screenTitles[entry.title]}</span>
        {count > 0 && (
          <Box
            component="span"
            miw={22}
            ml="auto"
            px={6}
            bdrs={11}
            fz={12}
            fw={700}
            ta="center"
            className={`tabular ${styles.badge}`}
            data-kind={entry.badge}
          >
            <span aria-hidden>{formatBadgeCount(count)}</span>
            <VisuallyHidden>{describe({ count })}</VisuallyHidden>
          </Box>
        )}
      </Link>
    </li>
  )
}

function SidebarUser({ user }: { user: CurrentUser }) {
  const { signOut, isPending } = useSignOut(user)
  return (
    <Stack gap={12} pt={12} pb={16} px={16} style={{ borderTop: '1px solid var(--line)' }}>
      <Group gap={10} wrap="nowrap">
        <PersonAvatar person={user} />
        <Box flex={1} miw={0}>
          <Text size="sm" fw={600} truncate>
            {user.fullName}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {roleLabels[user.role]}
          </Text>
        </Box>
      </Group>
      <Button
        fullWidth
        variant="default"
        leftSection={<IconLogout size={18} aria-hidden />}
        loading={isPending}
        onClick={signOut}
      >
        {shellText.logout}
      </Button>
    </Stack>
  )
}

/**
 * Scrolls the active entry into view if the window is too low for all entries. scrollIntoView is not used, because it
 * would move the starting point of the Tab key. The position is measured in the next frame, to avoid a forced layout.
 */
function scrollToActiveLink(menu: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const active = menu?.querySelector('[data-active]')
    if (!menu || !active) return
    menu.scrollTop += Math.max(0, active.getBoundingClientRect().bottom - menu.getBoundingClientRect().bottom)
  })
}

export const Sidebar = memo(function Sidebar({
  user,
  onNavigate,
}: {
  user: CurrentUser
  onNavigate?: () => void
}) {
  const pending = useQuery({
    ...buildQueryOptions(countPendingUsers),
    enabled: can(user, 'users.pending'),
  })
  const counts = { pending: pending.data?.count, messages: useUnreadMessageCount() }
  const canOpenEntry = ({ action }: MenuEntry) => !action || can(user, action)
  const renderEntries = (entries: MenuEntry[]) =>
    entries
      .filter(canOpenEntry)
      .map(entry => (
        <SidebarLink
          key={entry.path}
          entry={entry}
          count={entry.badge && counts[entry.badge]}
          onNavigate={onNavigate}
        />
      ))
  const administration = renderEntries(adminEntries)
  return (
    <Stack gap={0} h="100%">
      <Box
        ref={scrollToActiveLink}
        aria-label={shellText.menu}
        component="nav"
        flex={1}
        p={12}
        style={{ overflowY: 'auto' }}
        className={styles.scroll}
      >
        <ul>{renderEntries(mainEntries)}</ul>
        {administration.length > 0 && (
          <>
            <Box
              component="h2"
              mt={20}
              mb={6}
              mx={12}
              fz={12}
              fw={600}
              lts="0.04em"
              tt="uppercase"
              c="dimmed"
            >
              {shellText.administration}
            </Box>
            <ul>{administration}</ul>
          </>
        )}
      </Box>
      <SidebarUser user={user} />
    </Stack>
  )
})

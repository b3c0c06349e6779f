import { Button, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { countPendingUsers } from '#shared/contracts/users/users.endpoints.ts'
import { roleLabels } from '#shared/labels.ts'
import { can } from '#shared/policies.ts'
import { useUnreadMessageCount } from '#web/features/chat/groups/groups.api.ts'
import { formatBadgeCount } from '#web/lib/format/format.ts'
import { buildQueryOptions } from '#web/lib/http/api.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { shellText } from '#web/shell/shell.text.ts'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Sidebar.module.css'
import { adminEntries, mainEntries, type SidebarEntry } from './screens.ts'

function SidebarLink({
  entry,
  count = 0,
  onNavigate,
}: {
  entry: SidebarEntry
  count?: number
  onNavigate?: () => void
}) {
  const describe = entry.badge === 'pending' ? shellText.pending : shellText.unread
  return (
    <li>
      <Link
        to={entry.path}
        className={styles.entry}
        activeProps={{ 'data-active': true }}
        onClick={onNavigate}
      >
        <entry.icon size={20} stroke={1.7} aria-hidden />
        <span>{entry.title}</span>
        {count > 0 && (
          <span className={styles.badge} data-kind={entry.badge}>
            <span aria-hidden>{formatBadgeCount(count)}</span>
            <span className={styles.hidden}>{describe(count)}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

function SidebarUser({ user }: { user: CurrentUser }) {
  const { signOut, isPending } = useSignOut(user)
  return (
    <div className={styles.foot}>
      <div className={styles.person}>
        <PersonAvatar person={user} />
        <div className={styles.name}>
          <Text size="sm" fw={600} truncate>
            {user.fullName}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {roleLabels[user.role]}
          </Text>
        </div>
      </div>
      <Button
        fullWidth
        variant="default"
        leftSection={<IconLogout size={18} aria-hidden />}
        loading={isPending}
        onClick={signOut}
      >
        {shellText.logout}
      </Button>
    </div>
  )
}

/**
 * Scrolls the active entry into view when the window is too low for all entries.
 * scrollIntoView is not used, because it would move the starting point of the Tab key.
 * Measuring waits for the next frame, to avoid a forced layout.
 */
function scrollToActive(menu: HTMLElement | null): void {
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
  const canOpen = ({ action }: SidebarEntry) => !action || can(user, action)
  const renderEntries = (entries: SidebarEntry[]) =>
    entries
      .filter(canOpen)
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
    <div className={styles.sidebar}>
      <nav ref={scrollToActive} aria-label={shellText.menu} className={styles.scroll}>
        <ul>{renderEntries(mainEntries)}</ul>
        {administration.length > 0 && (
          <>
            <h2 className={styles.section}>{shellText.administration}</h2>
            <ul>{administration}</ul>
          </>
        )}
      </nav>
      <SidebarUser user={user} />
    </div>
  )
})

import { Button, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { countPendingUsers } from '#shared/contracts/users.endpoints.ts'
import { roleLabels } from '#shared/labels.ts'
import { can } from '#shared/policies.ts'
import { useMessageCount } from '#web/features/chat/groups.api.ts'
import { query } from '#web/lib/api.ts'
import { showCount } from '#web/lib/format.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Sidebar.module.css'
import { adminEntries, mainEntries, type SidebarEntry } from './screens.ts'
import { shellText } from './shell.text.ts'
import { useSignOut } from './use-sign-out.ts'

function Entry({
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
            <span aria-hidden>{showCount(count)}</span>
            <span className={styles.hidden}>{describe(count)}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

function Person({ user }: { user: CurrentUser }) {
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
 * Where the window is too low for all entries, the one that is open is in sight. By hand: the key Tab still begins at the
 * top. With the next frame, which lays the page out anyway.
 */
function showActive(menu: HTMLElement | null): void {
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
    ...query(countPendingUsers),
    enabled: can(user, 'users.pending'),
  })
  const counts = { pending: pending.data?.count, messages: useMessageCount() }
  const mayOpen = ({ action }: SidebarEntry) => !action || can(user, action)
  const list = (entries: SidebarEntry[]) =>
    entries
      .filter(mayOpen)
      .map(entry => (
        <Entry
          key={entry.path}
          entry={entry}
          count={entry.badge && counts[entry.badge]}
          onNavigate={onNavigate}
        />
      ))
  const administration = list(adminEntries)
  return (
    <div className={styles.sidebar}>
      <nav ref={showActive} aria-label={shellText.menu} className={styles.scroll}>
        <ul>{list(mainEntries)}</ul>
        {administration.length > 0 && (
          <>
            <h2 className={styles.section}>{shellText.administration}</h2>
            <ul>{administration}</ul>
          </>
        )}
      </nav>
      <Person user={user} />
    </div>
  )
})

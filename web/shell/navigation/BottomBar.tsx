import { Center, VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { memo } from 'react'
import { screenTitles } from '#texts/screens.ts'
import { shellText } from '#texts/shell.ts'
import { useUnreadMessageCount } from '#web/features/chat/groups/groups.api.ts'
import { IconWithCountBadge } from '#web/ui/feedback/IconWithCountBadge.tsx'
import styles from './BottomBar.module.css'
import { bottomBarEntries, findSidebarEntryPathForPage } from './menu-entries.ts'

/** Bottom navigation bar on phones with the most used screens. */
export const BottomBar = memo(function BottomBar() {
  const unread = useUnreadMessageCount()
  const activePath = useLocation({ select: ({ pathname }) => findSidebarEntryPathForPage(pathname) })
  return (
    <nav className={styles.bar} aria-label={shellText.bar}>
      {bottomBarEntries.map(({ path, title, icon: Icon, badge }) => {
        const count = badge ? unread : 0
        return (
          <Link key={path} to={path} className={styles.entry} data-active={activePath === path || undefined}>
            <Center component="span" w={56} h={32} bdrs={16} className={styles.icon}>
              <IconWithCountBadge count={count} tone="laut">
                <Icon size={22} stroke={1.7} aria-hidden />
              </IconWithCountBadge>
            </Center>
            {screenTitles[title]}
            {count > 0 && <VisuallyHidden>, {shellText.unread({ count })}</VisuallyHidden>}
          </Link>
        )
      })}
    </nav>
  )
})

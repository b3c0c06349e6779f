import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { appName } from '#web/lib/branding.ts'
import styles from './MenuDrawer.module.css'
import { Sidebar } from './Sidebar.tsx'
import { shellText } from './shell.text.ts'

/** The sidebar of a phone. Put together by hand: the ready-made one has a header that competes with the page's. */
export function MenuDrawer({
  user,
  isOpen,
  onClose,
}: {
  user: CurrentUser
  isOpen: boolean
  onClose: () => void
}) {
  // Asked for before it was loaded, it still has to see itself open, or it would not know where to return the focus.
  const isThere = useMounted()
  return (
    <Drawer.Root
      opened={isThere && isOpen}
      onClose={onClose}
      size={288}
      transitionProps={{ duration: 150 }}
      classNames={{ content: styles.content }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={styles.head}>
          <Drawer.Title fw={700}>{appName}</Drawer.Title>
          <Drawer.CloseButton aria-label={shellText.closeMenu} />
        </div>
        <Drawer.Body className={styles.body}>
          <Sidebar user={user} onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

import { Drawer, Group } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { shellText } from '#texts/shell.ts'
import { appName } from '#web/lib/document/branding.ts'
import styles from './MenuDrawer.module.css'
import { Sidebar } from './Sidebar.tsx'

/**
 * Navigation menu on phones. It is built from Drawer parts, because the default header would repeat the page header.
 */
export function MenuDrawer({
  user,
  isOpen,
  onClose,
}: {
  user: CurrentUser
  isOpen: boolean
  onClose: () => void
}) {
  // The menu drawer is first rendered closed, because otherwise it cannot return the focus when it closes.
  const isMounted = useMounted()
  return (
    <Drawer.Root
      opened={isMounted && isOpen}
      onClose={onClose}
      size={288}
      transitionProps={{ duration: 150 }}
      classNames={{ content: styles.content }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Group
          gap={0}
          justify="space-between"
          wrap="nowrap"
          h={60}
          px={16}
          style={{ borderBottom: '1px solid var(--line)' }}
        >
          <Drawer.Title fw={700}>{appName}</Drawer.Title>
          <Drawer.CloseButton aria-label={shellText.closeMenu} />
        </Group>
        <Drawer.Body flex={1} mih={0} p={0}>
          <Sidebar user={user} onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

import { Button, Group } from '@mantine/core'
import { IconFileImport, IconSend, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { importText } from '#texts/imports.ts'
import { invitationText } from '#texts/invitations.ts'
import { pairsText } from '#texts/merging.ts'
import styles from './MemberManagementLinks.module.css'

/** Links to invitations, duplicate accounts and member imports. */
export function MemberManagementLinks({ user }: { user: CurrentUser }) {
  return (
    <Group gap="xs" mb="md" justify="flex-end" className={styles.tools}>
      <Button
        variant="default"
        leftSection={<IconSend size={18} aria-hidden />}
        renderRoot={props => <Link {...props} to="/invitations" />}
      >
        {invitationText.title}
      </Button>
      {can(user, 'users.merge') && (
        <Button
          variant="default"
          leftSection={<IconUsersGroup size={18} aria-hidden />}
          renderRoot={props => <Link {...props} to="/duplicates" />}
        >
          {pairsText.open}
        </Button>
      )}
      {can(user, 'imports.propose') && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={18} aria-hidden />}
          renderRoot={props => <Link {...props} to="/imports" />}
        >
          {importText.open}
        </Button>
      )}
    </Group>
  )
}

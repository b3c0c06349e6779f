import { ActionIcon, Button } from '@mantine/core'
import {
  IconChartPie,
  IconDots,
  IconFileImport,
  IconForms,
  IconSend,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { customFieldsText } from '#texts/custom-fields.ts'
import { importText } from '#texts/imports.ts'
import { invitationText } from '#texts/invitations.ts'
import { pairsText } from '#texts/merging.ts'
import { segmentText } from '#texts/segments.ts'
import { usersText } from '#texts/users.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'

const icon = { size: 18, 'aria-hidden': true }

/** Links to invitations, duplicate accounts, custom fields and member imports. On phones they are in a menu. */
export function MemberManagementLinks({ user }: { user: CurrentUser }) {
  const isPhone = useIsPhone()
  const [canMerge, canImport] = [can(user, 'users.merge'), can(user, 'imports.propose')]
  const [canManageFields, canSegment] = [can(user, 'fields.manage'), can(user, 'segments.use')]
  return (
    <>
      {(isPhone || canMerge || canImport || canManageFields || canSegment) && (
        <LazyMenu
          button={
            <ActionIcon variant="default" size={36} aria-label={usersText.tools}>
              <IconDots {...icon} />
            </ActionIcon>
          }
        >
          {Menu => (
            <>
              {isPhone && (
                <Menu.Item component={Link} to="/invitations" leftSection={<IconSend {...icon} />}>
                  {invitationText.title}
                </Menu.Item>
              )}
              {canSegment && (
                <Menu.Item component={Link} to="/segments" leftSection={<IconChartPie {...icon} />}>
                  {segmentText.heading}
                </Menu.Item>
              )}
              {canImport && (
                <Menu.Item component={Link} to="/imports" leftSection={<IconFileImport {...icon} />}>
                  {importText.open}
                </Menu.Item>
              )}
              {canManageFields && (
                <Menu.Item component={Link} to="/custom-fields" leftSection={<IconForms {...icon} />}>
                  {customFieldsText.link}
                </Menu.Item>
              )}
              {canMerge && (
                <Menu.Item component={Link} to="/duplicates" leftSection={<IconUsersGroup {...icon} />}>
                  {pairsText.open}
                </Menu.Item>
              )}
            </>
          )}
        </LazyMenu>
      )}
      {!isPhone && (
        <Button
          variant="light"
          leftSection={<IconSend {...icon} />}
          renderRoot={props => <Link {...props} to="/invitations" />}
        >
          {invitationText.title}
        </Button>
      )}
    </>
  )
}

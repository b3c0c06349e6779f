import { ActionIcon, Box, Flex } from '@mantine/core'
import { IconDots, IconEye, IconMapPin, IconShield, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { can } from '#shared/policies.ts'
import { usersText as text } from '#texts/users.ts'
import type { UserDialogRequest } from '#web/features/users/decisions/UserDialogs.tsx'
import { useReactivateUser } from '#web/features/users/users.api.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'

const icon = { size: 18, 'aria-hidden': true }

/** Ids of the buttons in a user's row, which regain the focus when the user's drawer or dialog closes. */
export const buildViewButtonId = (id: number) => `view-${id}`
export const buildActionsButtonId = (id: number) => `actions-${id}`

/** Actions on one user in a list row. Only actions that the current user is permitted to perform are offered. */
export function UserRowActions({
  user,
  person,
  onView,
  onAct,
}: {
  user: CurrentUser
  person: UserRow
  onView: () => void
  onAct: (kind: UserDialogRequest['kind']) => void
}) {
  const reactivate = useReactivateUser()
  return (
    <Flex component="span" gap={4} align="center" justify="flex-end" w="100%">
      {can(user, 'users.view', { user: person }) && (
        <ButtonTooltip label={text.view({ name: person.fullName })}>
          <ActionIcon
            id={buildViewButtonId(person.id)}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={text.view({ name: person.fullName })}
            onClick={onView}
          >
            <IconEye {...icon} />
          </ActionIcon>
        </ButtonTooltip>
      )}
      {can(user, 'users.changeRole', { user: person }) ? (
        <LazyMenu
          button={
            <ActionIcon
              id={buildActionsButtonId(person.id)}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={text.more({ name: person.fullName })}
            >
              <IconDots {...icon} />
            </ActionIcon>
          }
        >
          {Menu => (
            <>
              <Menu.Item leftSection={<IconShield {...icon} />} onClick={() => onAct('role')}>
                {text.changeRole}
              </Menu.Item>
              <Menu.Item leftSection={<IconMapPin {...icon} />} onClick={() => onAct('place')}>
                {text.place}
              </Menu.Item>
              {person.status === 'active' && (
                <Menu.Item
                  color="red"
                  leftSection={<IconUserOff {...icon} />}
                  onClick={() => onAct('deactivate')}
                >
                  {text.deactivate}
                </Menu.Item>
              )}
              {person.status === 'inactive' && (
                <Menu.Item
                  leftSection={<IconUserCheck {...icon} />}
                  onClick={() => reactivate.mutate(person.id)}
                >
                  {text.reactivate}
                </Menu.Item>
              )}
            </>
          )}
        </LazyMenu>
      ) : (
        // Without a menu, the place stays empty, so that the buttons of all rows are aligned.
        <Box component="span" w={34} />
      )}
    </Flex>
  )
}

import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconEye, IconMapPin, IconShield, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { type Action, can } from '#shared/policies.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import styles from './Users.module.css'
import { useDeactivateUser, useReactivateUser } from './users.api.ts'
import { dialogText, usersText as text } from './users.text.ts'

type Dialog = 'role' | 'place' | 'deactivate'

/** What may be done about one person, by exactly this person; nothing is offered that would be refused. */
export function UserActions({
  user,
  person,
  onView,
}: {
  user: CurrentUser
  person: UserRow
  onView: () => void
}) {
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const deactivate = useDeactivateUser()
  const reactivate = useReactivateUser()
  const may = (action: Action) => can(user, action, { user: person })
  const icon = { size: 18, 'aria-hidden': true }
  return (
    <span className={styles.actions}>
      <Tooltip label={text.view(person.fullName)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.view(person.fullName)}
          onClick={onView}
        >
          <IconEye {...icon} />
        </ActionIcon>
      </Tooltip>
      {may('users.changeRole') && (
        <Menu position="bottom-end" transitionProps={{ duration: 150 }}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text.more(person.fullName)}>
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconShield {...icon} />} onClick={() => setDialog('role')}>
              {text.changeRole}
            </Menu.Item>
            <Menu.Item leftSection={<IconMapPin {...icon} />} onClick={() => setDialog('place')}>
              {text.place}
            </Menu.Item>
            {person.status === 'active' && (
              <Menu.Item
                color="red"
                leftSection={<IconUserOff {...icon} />}
                onClick={() => setDialog('deactivate')}
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
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog === 'role' && <RoleDialog user={user} person={person} onClose={close} />}
      {dialog === 'place' && <PlaceDialog user={user} person={person} onClose={close} />}
      {dialog === 'deactivate' && (
        <ReasonDialog
          title={dialogText.deactivate.title(person.fullName)}
          help={dialogText.deactivate.help}
          action={text.deactivate}
          isBusy={deactivate.isPending}
          onClose={close}
          onDecide={reason => deactivate.mutate({ id: person.id, reason }, { onSettled: close })}
        />
      )}
    </span>
  )
}

import { Button, type ButtonProps } from '@mantine/core'
import {
  IconCheck,
  IconMapPin,
  IconMessage,
  IconShield,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { UserDetail } from '#shared/contracts/users.ts'
import { can } from '#shared/policies.ts'
import { focusLater } from '#web/lib/focus.ts'
import { useMessagePerson } from '#web/lib/message-person.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { type Acting, UserDialogs } from './UserDialogs.tsx'
import styles from './Users.module.css'
import { useApproveUser, useReactivateUser, useResetTwoFactor } from './users.api.ts'
import { usersText as text } from './users.text.ts'

const icon = { size: 18, 'aria-hidden': true }
const buttonId = (kind: Acting['kind']) => `drawer-${kind}`

function Decision({ person, onReject }: { person: UserDetail; onReject: () => void }) {
  const approve = useApproveUser()
  return (
    <>
      <Button
        leftSection={<IconCheck {...icon} />}
        disabled={!person.currentCountry}
        loading={approve.isPending}
        onClick={() => approve.mutate(person.id)}
      >
        {text.approve}
      </Button>
      <Button
        id={buttonId('reject')}
        variant="light"
        color="red"
        leftSection={<IconX {...icon} />}
        onClick={onReject}
      >
        {text.reject}
      </Button>
      {!person.currentCountry && <p className={styles.needed}>{text.countryNeeded}</p>}
    </>
  )
}

/** What the viewer may do about the person whose drawer is open. */
export function DrawerActions({
  user,
  person,
  onActing,
}: {
  user: CurrentUser
  person: UserDetail
  /** Whether something lies over the drawer. */
  onActing: (isActing: boolean) => void
}) {
  const [kind, setKind] = useState<Acting['kind']>()
  const reactivate = useReactivateUser()
  const reset = useResetTwoFactor()
  const message = useMessagePerson()
  const askReset = () =>
    confirm({
      title: text.resetTwoFactor,
      text: text.resetTwoFactorConfirm(person.fullName),
      action: text.resetTwoFactor,
      isDangerous: true,
      onConfirm: () => reset.mutate(person.id),
    })
  const act = (next?: Acting['kind']) => {
    setKind(next)
    onActing(next !== undefined)
  }
  const opener = (next: Acting['kind'], Icon: typeof IconShield, color?: ButtonProps['color']) => (
    <Button
      id={buttonId(next)}
      variant={color ? 'light' : 'default'}
      color={color}
      leftSection={<Icon {...icon} />}
      onClick={() => act(next)}
    >
      {next === 'place' ? text.place : text[next === 'role' ? 'changeRole' : next]}
    </Button>
  )
  const mayDecide = person.status === 'pending' && can(user, 'users.approve', { user: person })
  const mayChange = can(user, 'users.changeRole', { user: person })
  const mayWrite = person.status === 'active' && person.id !== user.id
  if (!mayDecide && !mayChange && !mayWrite) return null
  return (
    <div className={styles.drawerActions}>
      {mayWrite && (
        <Button
          variant="light"
          leftSection={<IconMessage {...icon} />}
          loading={message.isPending}
          onClick={() => message.mutate(person.id)}
        >
          {text.message}
        </Button>
      )}
      {mayDecide && <Decision person={person} onReject={() => act('reject')} />}
      {mayChange && (
        <>
          {opener('place', IconMapPin)}
          {opener('role', IconShield)}
          {person.status === 'active' && opener('deactivate', IconUserOff, 'red')}
          {person.status === 'inactive' && (
            <Button
              leftSection={<IconUserCheck {...icon} />}
              loading={reactivate.isPending}
              onClick={() => reactivate.mutate(person.id)}
            >
              {text.reactivate}
            </Button>
          )}
        </>
      )}
      {person.mayResetTwoFactor && (
        <Button
          variant="default"
          leftSection={<IconShieldOff {...icon} />}
          loading={reset.isPending}
          onClick={askReset}
        >
          {text.resetTwoFactor}
        </Button>
      )}
      {kind && (
        <UserDialogs
          user={user}
          acting={{ kind, person }}
          onClose={() => {
            act()
            focusLater(buttonId(kind))
          }}
        />
      )}
    </div>
  )
}

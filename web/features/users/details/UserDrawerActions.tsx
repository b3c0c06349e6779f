import { Box, Button, type ButtonProps } from '@mantine/core'
import {
  IconCertificate,
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
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserDetail } from '#shared/contracts/users/users.schemas.ts'
import { can, listOfficesThatActorMayGive } from '#shared/policies.ts'
import { usersText as text } from '#texts/users.ts'
import { type UserDialogRequest, UserDialogs } from '#web/features/users/decisions/UserDialogs.tsx'
import styles from '#web/features/users/Users.module.css'
import { useApproveUser, useReactivateUser, useResetTwoFactor } from '#web/features/users/users.api.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { useOpenDirectMessage } from '#web/lib/query/use-open-direct-message.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'

const icon = { size: 18, 'aria-hidden': true }
/** Lets long labels of the drawer's buttons take two lines, because both columns are equally wide. */
const buttonStyles = {
  root: { height: 'auto', paddingBlock: 8, paddingInline: 10 },
  label: { whiteSpace: 'normal', lineHeight: 1.25 },
} as const
const getDialogButtonTexts = (): Record<UserDialogRequest['kind'], string> => ({
  role: text.changeRole,
  office: text.giveOffice,
  place: text.place,
  deactivate: text.deactivate,
  reject: text.reject,
})
const buttonId = (kind: UserDialogRequest['kind']) => `drawer-${kind}`

function DecisionButtons({ person, onReject }: { person: UserDetail; onReject: () => void }) {
  const approve = useApproveUser()
  return (
    <>
      <Button
        styles={buttonStyles}
        leftSection={<IconCheck {...icon} />}
        disabled={!person.currentCountry}
        loading={approve.isPending}
        onClick={() => approve.mutate({ id: person.id })}
      >
        {text.approve}
      </Button>
      <Button
        id={buttonId('reject')}
        variant="light"
        color="red"
        styles={buttonStyles}
        leftSection={<IconX {...icon} />}
        onClick={onReject}
      >
        {text.reject}
      </Button>
      {!person.currentCountry && (
        <Box component="p" fz={13} c="dimmed" style={{ gridColumn: '1 / -1' }}>
          {text.countryNeeded}
        </Box>
      )}
    </>
  )
}

/** Button that opens the dialog of the given kind. */
function DialogButton({
  kind,
  Icon,
  color,
  onOpen,
}: {
  kind: UserDialogRequest['kind']
  Icon: typeof IconShield
  color?: ButtonProps['color']
  onOpen: (kind: UserDialogRequest['kind']) => void
}) {
  return (
    <Button
      id={buttonId(kind)}
      variant={color ? 'light' : 'default'}
      color={color}
      styles={buttonStyles}
      leftSection={<Icon {...icon} />}
      onClick={() => onOpen(kind)}
    >
      {getDialogButtonTexts()[kind]}
    </Button>
  )
}

function ResetTwoFactorButton({ person }: { person: UserDetail }) {
  const reset = useResetTwoFactor()
  const confirmReset = () =>
    openConfirmDialog({
      title: text.resetTwoFactor,
      text: text.resetTwoFactorConfirm({ name: person.fullName }),
      action: text.resetTwoFactor,
      isDangerous: true,
      onConfirm: () => reset.mutate(person.id),
    })
  return (
    <Button
      variant="default"
      styles={buttonStyles}
      leftSection={<IconShieldOff {...icon} />}
      loading={reset.isPending}
      onClick={confirmReset}
    >
      {text.resetTwoFactor}
    </Button>
  )
}

/** Buttons for the actions that the current user may perform on the user whose drawer is open. */
export function UserDrawerActions({
  user,
  person,
  onActing,
}: {
  user: CurrentUser
  person: UserDetail
  /** Reports whether a dialog is open above the drawer. */
  onActing: (isActing: boolean) => void
}) {
  const [kind, setKind] = useState<UserDialogRequest['kind']>()
  const reactivate = useReactivateUser()
  const message = useOpenDirectMessage()
  const openDialog = (next?: UserDialogRequest['kind']) => {
    setKind(next)
    onActing(next !== undefined)
  }
  const canDecide = person.status === 'pending' && can(user, 'users.approve', { user: person })
  const canChange = can(user, 'users.changeRole', { user: person })
  const canGiveOffice = person.status === 'active' && listOfficesThatActorMayGive(user, person).length > 0
  const canMessage = person.status === 'active' && person.id !== user.id
  if (!canDecide && !canChange && !canGiveOffice && !canMessage) return null
  return (
    <Columns template="minmax(0, 1fr) minmax(0, 1fr)" gap={8} className={styles.drawerActions}>
      {canMessage && (
        <Button
          variant="light"
          styles={buttonStyles}
          leftSection={<IconMessage {...icon} />}
          loading={message.isPending}
          onClick={() => message.mutate(person.id)}
        >
          {text.message}
        </Button>
      )}
      {canDecide && <DecisionButtons person={person} onReject={() => openDialog('reject')} />}
      {canGiveOffice && <DialogButton kind="office" Icon={IconCertificate} onOpen={openDialog} />}
      {canChange && (
        <>
          <DialogButton kind="place" Icon={IconMapPin} onOpen={openDialog} />
          <DialogButton kind="role" Icon={IconShield} onOpen={openDialog} />
          {person.status === 'active' && (
            <DialogButton kind="deactivate" Icon={IconUserOff} color="red" onOpen={openDialog} />
          )}
          {person.status === 'inactive' && (
            <Button
              styles={buttonStyles}
              leftSection={<IconUserCheck {...icon} />}
              loading={reactivate.isPending}
              onClick={() => reactivate.mutate(person.id)}
            >
              {text.reactivate}
            </Button>
          )}
        </>
      )}
      {person.mayResetTwoFactor && <ResetTwoFactorButton person={person} />}
      {kind && (
        <UserDialogs
          user={user}
          acting={{ kind, person }}
          onClose={() => {
            openDialog()
            focusElementAfterDialogCloses(buttonId(kind))
          }}
        />
      )}
    </Columns>
  )
}

import { ActionIcon, Box, Button, Flex, type Menu as MenuComponent } from '@mantine/core'
import {
  IconCertificate,
  IconCheck,
  IconDots,
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
import { can, listOfficesActorMayAppointUserTo } from '#shared/policies.ts'
import { usersText as text } from '#texts/users.ts'
import { type UserDialogRequest, UserDialogs } from '#web/features/users/decisions/UserDialogs.tsx'
import { useApproveUser, useReactivateUser, useResetTwoFactor } from '#web/features/users/users.api.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { useNavigateToDirectMessage } from '#web/lib/query/use-navigate-to-direct-message.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'

const icon = { size: 18, 'aria-hidden': true }
/** Style of the buttons that share the width of the user's drawer, beside the menu with the other actions. */
const share = '1 1 120px'
const dialogIcons = { office: IconCertificate, place: IconMapPin, role: IconShield, deactivate: IconUserOff }
const getDialogButtonTexts = (): Record<UserDialogRequest['kind'], string> => ({
  role: text.changeRole,
  office: text.giveOffice,
  place: text.place,
  deactivate: text.deactivate,
  reject: text.reject,
})
const buildActionButtonId = (kind: UserDialogRequest['kind'] | 'menu') => `drawer-${kind}`

function UserDecisionButtons({ person, onReject }: { person: UserDetail; onReject: () => void }) {
  const approve = useApproveUser()
  return (
    <>
      <Button
        id={buildActionButtonId('reject')}
        variant="outline"
        color="red"
        flex={share}
        leftSection={<IconX {...icon} />}
        onClick={onReject}
      >
        {text.reject}
      </Button>
      <Button
        flex={share}
        leftSection={<IconCheck {...icon} />}
        disabled={!person.currentCountry}
        loading={approve.isPending}
        onClick={() => approve.mutate({ id: person.id })}
      >
        {text.approve}
      </Button>
      {!person.currentCountry && (
        <Box component="p" w="100%" fz={13} c="dimmed">
          {text.countryNeeded}
        </Box>
      )}
    </>
  )
}

function useConfirmTwoFactorReset(person: UserDetail) {
  const reset = useResetTwoFactor()
  return () =>
    openConfirmDialog({
      title: text.resetTwoFactor,
      text: text.resetTwoFactorConfirm({ name: person.fullName }),
      action: text.resetTwoFactor,
      isDangerous: true,
      onConfirm: () => reset.mutate(person.id),
    })
}

/** Menu with the less frequent actions on a user. The dangerous actions are at its end. */
function MoreUserActions({
  person,
  kinds,
  onOpen,
}: {
  person: UserDetail
  kinds: (keyof typeof dialogIcons)[]
  onOpen: (kind: UserDialogRequest['kind']) => void
}) {
  const confirmReset = useConfirmTwoFactorReset(person)
  if (kinds.length === 0 && !person.mayResetTwoFactor) return null
  const safe = kinds.filter(kind => kind !== 'deactivate')
  const renderItem = (Menu: typeof MenuComponent, kind: keyof typeof dialogIcons) => {
    const Icon = dialogIcons[kind]
    return (
      <Menu.Item
        key={kind}
        color={kind === 'deactivate' ? 'red' : undefined}
        leftSection={<Icon {...icon} />}
        onClick={() => onOpen(kind)}
      >
        {getDialogButtonTexts()[kind]}
      </Menu.Item>
    )
  }
  return (
    <LazyMenu
      button={
        <ActionIcon
          id={buildActionButtonId('menu')}
          variant="default"
          size={36}
          ms="auto"
          aria-label={text.more({ name: person.fullName })}
        >
          <IconDots {...icon} />
        </ActionIcon>
      }
    >
      {Menu => (
        <>
          {safe.map(kind => renderItem(Menu, kind))}
          {person.mayResetTwoFactor && (
            <Menu.Item leftSection={<IconShieldOff {...icon} />} onClick={confirmReset}>
              {text.resetTwoFactor}
            </Menu.Item>
          )}
          {kinds.includes('deactivate') && renderItem(Menu, 'deactivate')}
        </>
      )}
    </LazyMenu>
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
  /** Called when a dialog above the drawer with a user's details opens or closes. */
  onActing: (isActing: boolean) => void
}) {
  const [kind, setKind] = useState<UserDialogRequest['kind']>()
  const reactivate = useReactivateUser()
  const message = useNavigateToDirectMessage()
  const openDialog = (next?: UserDialogRequest['kind']) => {
    setKind(next)
    onActing(next !== undefined)
  }
  const canDecide = person.status === 'pending' && can(user, 'users.approve', { user: person })
  const canChange = can(user, 'users.changeRole', { user: person })
  const canGiveOffice =
    person.status === 'active' && listOfficesActorMayAppointUserTo(user, person).length > 0
  const canMessage = person.status === 'active' && person.id !== user.id
  if (!canDecide && !canChange && !canGiveOffice && !canMessage) return null
  // Approval requires a country of the applicant, so the button to set it is beside the decision buttons.
  const isPlaceNeeded = canDecide && canChange && !person.currentCountry
  const kinds = [
    ...(canGiveOffice ? (['office'] as const) : []),
    ...(canChange && !isPlaceNeeded ? (['place'] as const) : []),
    ...(canChange ? (['role'] as const) : []),
    ...(canChange && person.status === 'active' ? (['deactivate'] as const) : []),
  ]
  return (
    <Flex gap={8} wrap="wrap" align="center">
      {canMessage && (
        <Button
          variant="light"
          flex={share}
          leftSection={<IconMessage {...icon} />}
          loading={message.isPending}
          onClick={() => message.mutate(person.id)}
        >
          {text.message}
        </Button>
      )}
      {canDecide && <UserDecisionButtons person={person} onReject={() => openDialog('reject')} />}
      {isPlaceNeeded && (
        <Button
          id={buildActionButtonId('place')}
          variant="default"
          flex={share}
          leftSection={<IconMapPin {...icon} />}
          onClick={() => openDialog('place')}
        >
          {text.place}
        </Button>
      )}
      {canChange && person.status === 'inactive' && (
        <Button
          flex={share}
          leftSection={<IconUserCheck {...icon} />}
          loading={reactivate.isPending}
          onClick={() => reactivate.mutate(person.id)}
        >
          {text.reactivate}
        </Button>
      )}
      <MoreUserActions person={person} kinds={kinds} onOpen={openDialog} />
      {kind && (
        <UserDialogs
          user={user}
          acting={{ kind, person }}
          onClose={() => {
            openDialog()
            focusElementAfterDialogCloses(
              buildActionButtonId(kind === 'reject' || isPlaceNeeded ? kind : 'menu'),
            )
          }}
        />
      )}
    </Flex>
  )
}

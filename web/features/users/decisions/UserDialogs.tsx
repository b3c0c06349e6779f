import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import { dialogText, usersText } from '#texts/users.ts'
import { useDeactivateUser, useRejectUser } from '#web/features/users/users.api.ts'
import { AppointToOfficeDialog } from './AppointToOfficeDialog.tsx'
import { AssignClubDialog } from './AssignClubDialog.tsx'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { RejectOrDeactivateUserDialog } from './RejectOrDeactivateUserDialog.tsx'

/** The open dialog of a user list: the kind of action, and the user whom it affects. */
export interface UserDialogRequest {
  kind: 'role' | 'office' | 'place' | 'deactivate' | 'reject'
  person: UserRow
}

/** Dialogs of a user list. They are mounted outside the table, so they stay open when a row disappears. */
export function UserDialogs({
  user,
  acting: { kind, person },
  onClose,
}: {
  user: CurrentUser
  acting: UserDialogRequest
  onClose: () => void
}) {
  const deactivate = useDeactivateUser()
  const reject = useRejectUser()
  const decide = kind === 'reject' ? reject : deactivate
  if (kind === 'role') return <ChangeRoleDialog user={user} person={person} onClose={onClose} />
  if (kind === 'office') return <AppointToOfficeDialog user={user} person={person} onClose={onClose} />
  if (kind === 'place') return <AssignClubDialog user={user} person={person} onClose={onClose} />
  return (
    <RejectOrDeactivateUserDialog
      title={dialogText[kind].title({ name: person.fullName })}
      help={dialogText[kind].help}
      action={usersText[kind]}
      isBusy={decide.isPending}
      onClose={onClose}
      onDecide={reason => decide.mutate({ id: person.id, reason }, { onSuccess: onClose })}
    />
  )
}

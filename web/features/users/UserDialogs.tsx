import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { UserRow } from '#shared/contracts/users.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { useDeactivateUser } from './users.api.ts'
import { dialogText, usersText } from './users.text.ts'

/** What is about to be done to whom. */
export interface Acting {
  kind: 'role' | 'place' | 'deactivate'
  person: UserRow
}

/** Outside the table, so that a row which moves away while somebody types does not take the dialog along. */
export function UserDialogs({
  user,
  acting: { kind, person },
  onClose,
}: {
  user: CurrentUser
  acting: Acting
  onClose: () => void
}) {
  const deactivate = useDeactivateUser()
  if (kind === 'role') return <RoleDialog user={user} person={person} onClose={onClose} />
  if (kind === 'place') return <PlaceDialog user={user} person={person} onClose={onClose} />
  return (
    <ReasonDialog
      title={dialogText.deactivate.title(person.fullName)}
      help={dialogText.deactivate.help}
      action={usersText.deactivate}
      isBusy={deactivate.isPending}
      onClose={onClose}
      onDecide={reason => deactivate.mutate({ id: person.id, reason }, { onSuccess: onClose })}
    />
  )
}

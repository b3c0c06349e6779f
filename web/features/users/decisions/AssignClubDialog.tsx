import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { PlacementBody, UserRow } from '#shared/contracts/users/users.schemas.ts'
import { dialogText } from '#texts/users.ts'
import { useAssignUserToClub } from '#web/features/users/users.api.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { AssignClubForm } from './AssignClubForm.tsx'

/** Dialog that moves one user to another country or club. */
export function AssignClubDialog({
  user,
  person,
  onClose,
}: {
  user: CurrentUser
  person: UserRow
  onClose: () => void
}) {
  const place = useAssignUserToClub()
  return (
    <AssignClubForm
      user={user}
      title={`${dialogText.place.title}: ${person.fullName}`}
      present={person}
      clubError={place.error instanceof ApiError ? place.error.fields.clubId : undefined}
      isPending={place.isPending}
      onSave={body => place.mutate({ id: person.id, ...body }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

/** Dialog that moves several users to the same country and club. */
export function BulkAssignClubDialog({
  user,
  count,
  onClose,
  onSave,
}: {
  user: CurrentUser
  count: number
  onClose: () => void
  onSave: (placement: PlacementBody) => void
}) {
  return (
    <AssignClubForm
      user={user}
      title={dialogText.place.titleMany({ count })}
      isPending={false}
      onSave={onSave}
      onClose={onClose}
    />
  )
}

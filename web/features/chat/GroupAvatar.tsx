import type { GroupRow } from '#shared/contracts/chat.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'

/** A person is round, a group is square. */
export function GroupAvatar({ group }: { group: GroupRow }) {
  return group.peer ? (
    <PersonAvatar person={group.peer} size={42} />
  ) : (
    <PersonAvatar person={{ fullName: group.name }} size={42} isSquare />
  )
}

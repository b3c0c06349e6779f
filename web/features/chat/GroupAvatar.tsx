import type { GroupRow } from '#shared/contracts/chat.ts'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'

/** A person is round, a group is square. */
export function GroupAvatar({ group, size = 42 }: { group: GroupRow; size?: number }) {
  return group.peer ? (
    <PersonAvatar person={group.peer} size={size} />
  ) : (
    <PersonAvatar person={{ fullName: group.name }} size={size} isSquare />
  )
}

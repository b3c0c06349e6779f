import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { ClubAvatar } from '#web/ui/media/ClubAvatar.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'

/** Avatar of a conversation: round for a direct conversation with a person, square for a group. */
export function GroupAvatar({ group, size = 42 }: { group: GroupRow; size?: number }) {
  if (group.peer) return <PersonAvatar person={group.peer} size={size} />
  if (group.type === 'club') return <ClubAvatar club={group} size={size} />
  return <PersonAvatar person={{ fullName: group.name }} size={size} isSquare />
}

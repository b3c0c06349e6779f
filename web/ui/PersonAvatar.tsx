// Here and not in the shell: what stands in the module has to come after it.
import '@mantine/core/styles/Avatar.css'
import { Avatar } from '@mantine/core'
import { avatarService } from '#web/lib/branding.ts'
import { initialsOf } from '#web/lib/initials.ts'
import styles from './PersonAvatar.module.css'

interface Person {
  fullName: string
  profileImageUrl?: string | null
}

const tones = 6

/** The same person has the same colour everywhere. */
function toneOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % tones
}

/** Decoration: the name always stands beside it. An outside service is asked for initials, never for a name. */
export function PersonAvatar({
  person,
  size = 38,
  isSquare = false,
  letters,
}: {
  person: Person
  size?: number
  /** For what is not one person. */
  isSquare?: boolean
  /** What tells it from others, where that is not how its name begins. */
  letters?: string
}) {
  const initials = letters ?? initialsOf(person.fullName)
  const drawn = avatarService ? `${avatarService}?name=${encodeURIComponent(initials)}` : null
  return (
    <Avatar
      src={person.profileImageUrl ? `${person.profileImageUrl}?size=thumbnail` : drawn}
      size={size}
      radius={isSquare ? 'md' : 'xl'}
      alt=""
      aria-hidden
      classNames={{ placeholder: styles.placeholder }}
      attributes={{ placeholder: { 'data-tone': toneOf(person.fullName) } }}
    >
      {initials}
    </Avatar>
  )
}

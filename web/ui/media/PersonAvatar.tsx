import '@mantine/core/styles/Avatar.css'
import { Avatar } from '@mantine/core'
import { avatarService } from '#web/lib/document/branding.ts'
import { getInitials } from '#web/lib/format/initials.ts'

interface Person {
  fullName: string
  profileImageUrl?: string | null
}

const toneCount = 6

/** Chooses an avatar's colour by name, so that a person has the same colour on every screen. */
function getAvatarTone(name: string): number {
  return (
    Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % toneCount
  )
}

/** Returns the CSS text colour of a person's avatar. The name beside the avatar can have the same colour. */
export const getAvatarTextColor = (name: string) => `var(--avatar-${getAvatarTone(name)}-text)`

/** Decorative avatar of a person, always beside the name. An external avatar service gets only the initials. */
export function PersonAvatar({
  person,
  size = 38,
  isSquare = false,
  letters,
}: {
  person: Person
  size?: number
  /** Whether the avatar is square, as for clubs and groups. */
  isSquare?: boolean
  /** Letters that the avatar shows in place of the name's initials. */
  letters?: string
}) {
  const initials = letters ?? getInitials(person.fullName)
  const tone = getAvatarTone(person.fullName)
  const serviceUrl = avatarService ? `${avatarService}?name=${encodeURIComponent(initials)}` : null
  return (
    <Avatar
      src={person.profileImageUrl ? `${person.profileImageUrl}?size=thumbnail` : serviceUrl}
      size={size}
      radius={isSquare ? 'md' : 'xl'}
      alt=""
      aria-hidden
      styles={{
        placeholder: {
          color: getAvatarTextColor(person.fullName),
          background: `var(--avatar-${tone})`,
          fontWeight: 700,
          // An avatar with three letters has a smaller font, because the letters would fill the whole avatar.
          fontSize: initials.length > 2 ? size * 0.32 : undefined,
          border: 0,
        },
      }}
    >
      {initials}
    </Avatar>
  )
}

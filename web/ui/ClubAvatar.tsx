import { clubCode } from '#web/lib/club-code.ts'
import { PersonAvatar } from './PersonAvatar.tsx'

/** Square, with its logo or else the letters of its city: a hundred clubs begin with the same words. */
export function ClubAvatar({
  club,
  size,
}: {
  club: { name: string; city?: string | null; logoUrl?: string | null }
  size?: number
}) {
  const person = { fullName: club.name, profileImageUrl: club.logoUrl }
  return <PersonAvatar person={person} size={size} letters={clubCode(club)} isSquare />
}

import { buildClubAbbreviation } from '#web/lib/format/club-abbreviation.ts'
import { PersonAvatar } from './PersonAvatar.tsx'

/** Square avatar with the club's logo or its three-letter code, because most club names begin alike. */
export function ClubAvatar({
  club,
  size,
}: {
  club: { name: string; city?: string | null; logoUrl?: string | null }
  size?: number
}) {
  const person = { fullName: club.name, profileImageUrl: club.logoUrl }
  return <PersonAvatar person={person} size={size} letters={buildClubAbbreviation(club)} isSquare />
}

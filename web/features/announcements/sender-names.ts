import { getCountryName } from '#shared/countries/country-names.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import { senderText } from '#texts/announcements.ts'

export interface SenderNames {
  country: string | null
  club: string | null
}

export function formatSenderName({ country, club }: SenderNames): string {
  return (
    club ?? (country ? senderText.country({ country: getCountryName(country) }) : senderText.headquarters)
  )
}

export function formatSenderNameOfCurrentUser(user: Actor): string {
  const scope = getPermissionScopeOfActor(user)
  if (scope.over === 'club') return senderText.ownClub
  return formatSenderName({ club: null, country: scope.over === 'country' ? scope.country : null })
}

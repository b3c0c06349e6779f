// Names of erased users and of built-in chat groups, written in the reader's language and not as stored.
import type { GroupType } from '#shared/constants.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { chatText } from '#texts/conversations.ts'
import { nameText } from '#texts/labels.ts'

/** Returns the name of a user in the current language. The stored name of an erased user is empty. */
export const getPersonName = (stored: string): string => stored || nameText.formerMember

export interface StoredGroupName {
  name: string
  type: GroupType
  country: string | null
  isDirect: boolean
}

/**
 * Returns the name of a chat group in the current language. Groups of all users, groups of a country and direct
 * messages are named by their kind, even if a name is stored.
 */
export function getChatGroupName({ name, type, country, isDirect }: StoredGroupName): string {
  if (isDirect) return chatText.direct
  if (type === 'global') return nameText.globalGroup
  return type === 'country' ? (getCountryName(country) ?? name) : name
}

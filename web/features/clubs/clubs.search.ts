import { clubStatuses } from '#shared/constants.ts'
import type { listClubs } from '#shared/contracts/clubs/clubs.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createAllowedValueParser,
  createUrlQueryParser,
  type ParameterReadersOf,
  readCountry,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

const filter = {
  search: readText,
  country: readCountry,
  status: createAllowedValueParser(clubStatuses),
} satisfies ParameterReadersOf<QueryOf<typeof listClubs>>

export const readClubFilter = createUrlQueryParser(filter)
export type ClubFilter = ReturnType<typeof readClubFilter>

export const clubTabs = ['clubs', 'countries'] as const
export type ClubTab = (typeof clubTabs)[number]

/** Reads the URL parameters of the club list. `create=yes` opens the dialog that creates a club. */
export const readClubsSearch = createUrlQueryParser({
  ...filter,
  page: readPositiveInteger,
  create: createAllowedValueParser(['yes']),
  tab: createAllowedValueParser(clubTabs),
})

/** Reads the URL parameters of a club page: page of the member list, and id of the user whose drawer is open. */
export const readClubSearch = createUrlQueryParser({
  page: readPositiveInteger,
  user: readPositiveInteger,
})

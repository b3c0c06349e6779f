import { clubStatuses, countries } from '#shared/constants.ts'
import type { listClubs } from '#shared/contracts/clubs.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { choice, type FieldsOf, number, searchReader, word } from '#web/lib/search.ts'

const filter = {
  search: word,
  country: choice(countries),
  status: choice(clubStatuses),
} satisfies FieldsOf<QueryOf<typeof listClubs>>

export const readClubFilter = searchReader(filter)
export type ClubFilter = ReturnType<typeof readClubFilter>

/** Reads the parameters of the club list. `create=yes` opens the dialog that creates a club. */
export const readClubsSearch = searchReader({ ...filter, page: number, create: choice(['yes']) })

/** Reads the parameters of a club page: page of the member list, and id of the user whose drawer is open. */
export const readClubSearch = searchReader({ page: number, user: number })

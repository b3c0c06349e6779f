import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/clubs/clubs.endpoints.ts'
import { listClubs, listClubsForRegistration, readClub, readClubCountSummary } from './clubs.service.ts'
import {
  listClubDirectory,
  readOwnVisibilityInClubDirectory,
  setDirectoryVisibility,
} from './directory.service.ts'
import { createClub, updateClub } from './save-club.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listClubsForRegistration, ({ context, query }) =>
    listClubsForRegistration(context, query.country),
  )
  implement(endpoints.listClubs, async ({ context, query, reply }) => {
    const found = await listClubs(context, query)
    setTotalCountHeaders(reply, found)
    return found.rows
  })
  implement(endpoints.readClubCountSummary, ({ context }) => readClubCountSummary(context))
  implement(endpoints.readClub, ({ context, params }) => readClub(context, params.id))
  implement(endpoints.createClub, async ({ context, body }) => ({ id: await createClub(context, body) }))
  implement(endpoints.updateClub, ({ context, params, body }) => updateClub(context, params.id, body))
  implement(endpoints.listClubDirectory, async ({ context, params, query, reply }) => {
    const found = await listClubDirectory(context, params.id, query)
    setTotalCountHeaders(reply, found)
    return found.rows
  })
  implement(endpoints.readDirectoryListing, ({ context }) => readOwnVisibilityInClubDirectory(context))
  implement(endpoints.setDirectoryListing, ({ context, body }) =>
    setDirectoryVisibility(context, body.isListed),
  )
}

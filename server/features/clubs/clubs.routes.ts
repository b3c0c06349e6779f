import type { Routes } from '#server/http/implement.ts'
import { setTotal } from '#server/http/json-stream.ts'
import * as endpoints from '#shared/contracts/clubs.endpoints.ts'
import { listClubOptions, listClubs, readClub, summariseClubs } from './clubs.service.ts'
import { listDirectory, readListed, setListed } from './directory.service.ts'
import { createClub, updateClub } from './save-club.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listClubOptions, ({ context, query }) => listClubOptions(context, query.country))
  implement(endpoints.listClubs, async ({ context, query, reply }) => {
    const found = await listClubs(context, query)
    setTotal(reply, found)
    return found.rows
  })
  implement(endpoints.summariseClubs, ({ context }) => summariseClubs(context))
  implement(endpoints.readClub, ({ context, params }) => readClub(context, params.id))
  implement(endpoints.createClub, async ({ context, body }) => ({ id: await createClub(context, body) }))
  implement(endpoints.updateClub, ({ context, params, body }) => updateClub(context, params.id, body))
  implement(endpoints.listDirectory, async ({ context, params, query, reply }) => {
    const found = await listDirectory(context, params.id, query)
    setTotal(reply, found)
    return found.rows
  })
  implement(endpoints.readListed, ({ context }) => readListed(context))
  implement(endpoints.setListed, ({ context, body }) => setListed(context, body.isListed))
}

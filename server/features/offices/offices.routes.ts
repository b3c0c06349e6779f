import type { Routes } from '#server/http/implement.ts'
import { setTotal } from '#server/http/json-stream.ts'
import * as endpoints from '#shared/contracts/offices.endpoints.ts'
import { acceptHandover, endHandover, offerHandover } from './handover.service.ts'
import { listOffices, listVacancies, readOwnOffice, setTerm } from './offices.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listOffices, async ({ context, query, reply }) => {
    const found = await listOffices(context, query)
    setTotal(reply, found)
    return found.rows
  })
  implement(endpoints.listVacancies, ({ context }) => listVacancies(context))
  implement(endpoints.readOwnOffice, ({ context }) => readOwnOffice(context))
  implement(endpoints.setTerm, ({ context, params, body }) => setTerm(context, params.id, body.endsOn))
  implement(endpoints.offerHandover, ({ context, body }) => offerHandover(context, body.toId))
  implement(endpoints.acceptHandover, ({ context, params }) => acceptHandover(context, params.id))
  implement(endpoints.endHandover, ({ context, params }) => endHandover(context, params.id))
}

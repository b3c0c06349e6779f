import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/offices/offices.endpoints.ts'
import { acceptHandover, endHandover, offerHandover } from './handover.service.ts'
import { listOffices, listVacancies, readOwnOffice, setTermEnd } from './offices.service.ts'

export const routes: FeatureRoutes = implement => {
  implement(endpoints.listOffices, async ({ context, query, reply }) => {
    const found = await listOffices(context, query)
    setTotalHeaders(reply, found)
    return found.rows
  })
  implement(endpoints.listVacancies, ({ context }) => listVacancies(context))
  implement(endpoints.readOwnOffice, ({ context }) => readOwnOffice(context))
  implement(endpoints.setOfficeTerm, ({ context, params, body }) =>
    setTermEnd(context, params.id, body.endsOn),
  )
  implement(endpoints.offerHandover, ({ context, body }) => offerHandover(context, body.toId))
  implement(endpoints.acceptHandover, ({ context, params }) => acceptHandover(context, params.id))
  implement(endpoints.endHandover, ({ context, params }) => endHandover(context, params.id))
}

import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { setTotalCountHeaders } from '#server/http/endpoints/json-stream.ts'
import * as endpoints from '#shared/contracts/offices/offices.endpoints.ts'
import { appointUserToOffice, endOfficeAppointment } from './appointments.service.ts'
import { acceptOfficeHandover, cancelOfficeHandoverOffer, offerOfficeHandover } from './handover.service.ts'
import {
  changeEndOfTermOfOffice,
  listTermsOfOffice,
  listVacantOffices,
  readOwnOffice,
} from './offices.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listOffices, async ({ context, query, reply }) => {
    const found = await listTermsOfOffice(context, query)
    setTotalCountHeaders(reply, found)
    return found.rows
  })
  implement(endpoints.listVacancies, ({ context }) => listVacantOffices(context))
  implement(endpoints.readOwnOffice, ({ context }) => readOwnOffice(context))
  implement(endpoints.setOfficeTerm, ({ context, params, body }) =>
    changeEndOfTermOfOffice(context, params.id, body.endsOn),
  )
  implement(endpoints.appointUserToOffice, ({ context, body }) => appointUserToOffice(context, body))
  implement(endpoints.endOfficeAppointment, ({ context, params }) => endOfficeAppointment(context, params.id))
  implement(endpoints.offerHandover, ({ context, body }) => offerOfficeHandover(context, body.toId))
  implement(endpoints.acceptHandover, ({ context, params }) => acceptOfficeHandover(context, params.id))
  implement(endpoints.endHandover, ({ context, params }) => cancelOfficeHandoverOffer(context, params.id))
}

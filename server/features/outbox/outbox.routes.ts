import type { Routes } from '#server/http/implement.ts'
import { setTotal } from '#server/http/json-stream.ts'
import * as endpoints from '#shared/contracts/outbox.endpoints.ts'
import { countOutbox, listOutbox } from './outbox.service.ts'

export const routes: Routes = implement => {
  implement(endpoints.listOutbox, async ({ context, query, reply }) => {
    setTotal(reply, { total: await countOutbox(context) })
    return listOutbox(context, query)
  })
}

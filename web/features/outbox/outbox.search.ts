import type { listOutbox } from '#shared/contracts/outbox/outbox.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createSearchParameterReader,
  type ParameterReadersOf,
  readPositiveInteger,
} from '#web/lib/form/search-parameters.ts'

export const readOutboxSearch = createSearchParameterReader({
  page: readPositiveInteger,
} satisfies ParameterReadersOf<QueryOf<typeof listOutbox>>)

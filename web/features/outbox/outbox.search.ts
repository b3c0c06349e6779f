import type { listOutbox } from '#shared/contracts/outbox/outbox.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import {
  createUrlQueryParser,
  type ParameterReadersOf,
  readPositiveInteger,
} from '#web/lib/form/search-parameters.ts'

export const readOutboxSearch = createUrlQueryParser({
  page: readPositiveInteger,
} satisfies ParameterReadersOf<QueryOf<typeof listOutbox>>)

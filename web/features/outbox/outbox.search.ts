import type { listOutbox } from '#shared/contracts/outbox.endpoints.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import { type FieldsOf, number, searchReader } from '#web/lib/search.ts'

export const readOutboxSearch = searchReader({ page: number } satisfies FieldsOf<QueryOf<typeof listOutbox>>)

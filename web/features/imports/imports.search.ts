import { importKinds } from '#shared/constants.ts'
import {
  createAllowedValueReader,
  createSearchParameterReader,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

export const readImportsSearch = createSearchParameterReader({ page: readPositiveInteger })

export const readImportSearch = createSearchParameterReader({
  attention: createAllowedValueReader(['yes']),
  kind: createAllowedValueReader(importKinds),
  problem: readText,
  search: readText,
  page: readPositiveInteger,
})
export type ImportSearch = ReturnType<typeof readImportSearch>

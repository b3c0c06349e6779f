import { importKinds } from '#shared/constants.ts'
import {
  createChoiceReader,
  createSearchReader,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

export const readImportsSearch = createSearchReader({ page: readPositiveInteger })

export const readImportSearch = createSearchReader({
  attention: createChoiceReader(['yes']),
  kind: createChoiceReader(importKinds),
  problem: readText,
  search: readText,
  page: readPositiveInteger,
})
export type ImportSearch = ReturnType<typeof readImportSearch>

import { importKinds } from '#shared/constants.ts'
import {
  createChoiceReader,
  createSearchParameterReader,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

export const readImportsSearch = createSearchParameterReader({ page: readPositiveInteger })

export const readImportSearch = createSearchParameterReader({
  attention: createChoiceReader(['yes']),
  kind: createChoiceReader(importKinds),
  problem: readText,
  search: readText,
  page: readPositiveInteger,
})
export type ImportSearch = ReturnType<typeof readImportSearch>

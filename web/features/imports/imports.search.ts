import { importKinds } from '#shared/constants.ts'
import {
  createAllowedValueParser,
  createUrlQueryParser,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

export const readImportsSearch = createUrlQueryParser({ page: readPositiveInteger })

export const readImportSearch = createUrlQueryParser({
  attention: createAllowedValueParser(['yes']),
  kind: createAllowedValueParser(importKinds),
  problem: readText,
  search: readText,
  page: readPositiveInteger,
})
export type ImportSearch = ReturnType<typeof readImportSearch>

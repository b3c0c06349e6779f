import { createUrlQueryParser, readCountry, readPositiveInteger } from '#web/lib/form/search-parameters.ts'

/** URL parameters of the editor for custom fields: the club or country whose fields are edited. */
export const readCustomFieldsSearch = createUrlQueryParser({
  country: readCountry,
  clubId: readPositiveInteger,
})

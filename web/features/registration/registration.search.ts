import {
  createAllowedValueParser,
  createUrlQueryParser,
  readOwnPath,
} from '#web/lib/form/search-parameters.ts'

export const readRegisterSearch = createUrlQueryParser({
  form: createAllowedValueParser(['full', 'quick']),
  redirect: readOwnPath,
})

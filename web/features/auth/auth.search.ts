import { googleSignInNotices } from '#shared/constants.ts'
import {
  createAllowedValueParser,
  createUrlQueryParser,
  readOwnPath,
} from '#web/lib/form/search-parameters.ts'

export const readLinkGoogleSearch = createUrlQueryParser({ redirect: readOwnPath })

export const readReauthenticatedSearch = createUrlQueryParser({
  google: createAllowedValueParser(googleSignInNotices),
})

export const readLoginSearch = createUrlQueryParser({
  redirect: readOwnPath,
  google: createAllowedValueParser(googleSignInNotices),
  notice: createAllowedValueParser(['erased']),
})

import { googleSignInNotices } from '#shared/constants.ts'
import {
  createAllowedValueReader,
  createSearchParameterReader,
  readOwnPath,
} from '#web/lib/form/search-parameters.ts'

export const readLinkGoogleSearch = createSearchParameterReader({ redirect: readOwnPath })

export const readReauthenticatedSearch = createSearchParameterReader({
  google: createAllowedValueReader(googleSignInNotices),
})

export const readLoginSearch = createSearchParameterReader({
  redirect: readOwnPath,
  google: createAllowedValueReader(googleSignInNotices),
  notice: createAllowedValueReader(['erased']),
})

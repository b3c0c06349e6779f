import { googleNotices } from '#shared/constants.ts'
import { choice, ownPath, searchReader } from '#web/lib/search.ts'

export const readLinkSearch = searchReader({ redirect: ownPath })

export const readProvedSearch = searchReader({ google: choice(googleNotices) })

export const readLoginSearch = searchReader({
  redirect: ownPath,
  google: choice(googleNotices),
  notice: choice(['erased']),
})

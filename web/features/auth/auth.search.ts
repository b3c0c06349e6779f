import { googleNotices } from '#shared/constants.ts'
import { isOwnPath } from '#shared/paths.ts'
import { choice, type Field, searchReader, word } from '#web/lib/search.ts'

/** Only places of our own: a link that someone else wrote must not lead away after the login. */
const redirect: Field<string> = value => {
  const path = word(value)
  return path && isOwnPath(path) ? path : undefined
}

export const readLinkSearch = searchReader({ redirect })

export const readProvedSearch = searchReader({ google: choice(googleNotices) })

export const readLoginSearch = searchReader({
  redirect,
  google: choice(googleNotices),
  notice: choice(['erased']),
})

// What the part of an address behind ? may hold. Anybody can write an address, so nonsense counts as not given; what
// a word may mean is decided by the screen that uses it.
import { type GoogleNotice, googleNotices } from '#shared/constants.ts'
import { isOwnPath } from '#shared/paths.ts'

type Raw = Record<string, unknown>

function word(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : undefined
}

function number(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined
}

function day(value: unknown): string | undefined {
  const text = word(value) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** The value, if it is one of these. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  value: string | undefined,
): Values[number] | undefined {
  return values.find(known => known === value)
}

/** Filters and page of a list, by the same names on every screen. */
export interface ListSearch {
  page?: number
  /** The page of those who wait, where two lists share a screen. */
  waiting?: number
  search?: string
  country?: string
  clubId?: number
  /** The conversation that is open. */
  group?: number
  role?: string
  status?: string
  educationLevel?: string
  institution?: string
  /** The part of a screen that is open, and the person whose drawer is. */
  tab?: string
  user?: number
  kind?: string
  person?: number
  from?: string
  to?: string
  /** How many months of figures. */
  period?: string
}

export function readListSearch(raw: Raw): ListSearch {
  return {
    page: number(raw.page),
    waiting: number(raw.waiting),
    search: word(raw.search),
    country: word(raw.country),
    clubId: number(raw.clubId),
    group: number(raw.group),
    role: word(raw.role),
    status: word(raw.status),
    educationLevel: word(raw.educationLevel),
    institution: word(raw.institution),
    tab: word(raw.tab),
    user: number(raw.user),
    kind: word(raw.kind),
    person: number(raw.person),
    from: day(raw.from),
    to: day(raw.to),
    period: word(raw.period),
  }
}

/** The id in the path of a record's own screen; anything else is no record. */
export function readId(text: string): number | undefined {
  return /^[1-9]\d*$/.test(text) ? number(Number(text)) : undefined
}

/** Only places of our own: a link that someone else wrote must not lead away after the login. */
export function readRedirect(raw: Raw): { redirect?: string } {
  const redirect = word(raw.redirect)
  return { redirect: redirect && isOwnPath(redirect) ? redirect : undefined }
}

export function readLoginSearch(raw: Raw): { redirect?: string; google?: GoogleNotice; notice?: 'erased' } {
  return {
    ...readRedirect(raw),
    google: oneOf(googleNotices, word(raw.google)),
    notice: oneOf(['erased'], word(raw.notice)),
  }
}

export function readRegisterSearch(raw: Raw): { form?: 'full' | 'quick' } {
  return { form: oneOf(['full', 'quick'], word(raw.form)) }
}

// Parsers for values of settings. When a value is invalid, `env.ts` tells the operator what the setting expects.
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { roles } from '#shared/constants.ts'

interface LoginLimits {
  /** Number of failed sign-ins allowed for one account from one IP address, and the minutes in which they count. */
  account: { failures: number; minutes: number }
  /** Number of failed sign-ins allowed from one IP address for all accounts together. */
  address: { failures: number; minutes: number }
}

export function buildIntegerSettingSchema(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
}

export function buildUrlSettingSchema(protocols: string[], isFit: (address: URL) => boolean = () => true) {
  const isUrlWithProtocol = (text: string) => {
    const address = URL.canParse(text) ? new URL(text) : undefined
    return address !== undefined && protocols.includes(address.protocol) && isFit(address)
  }
  return z.string().check(z.refine(isUrlWithProtocol))
}

/**
 * PostgreSQL URLs for unix sockets (postgresql://user@/name?host=/run/postgresql) have no host; the URL class rejects
 * them.
 */
export const databaseUrl = z.string().check(z.regex(/^postgres(ql)?:\/\/.+/))

/** Accepts only a URL without a path, because pages, cookies and links assume that the application is at the root. */
export const publicUrl = z.pipe(
  buildUrlSettingSchema(['http:', 'https:'], ({ origin, href }) => href === `${origin}/`),
  z.transform((text: string) => new URL(text).origin),
)

export const loginLimits = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5},[1-9]\d{0,5}\/[1-9]\d{0,5}$/)),
  z.transform((text: string): LoginLimits => {
    const [account, address] = text.split(',').map(pair => {
      const [failures = 0, minutes = 0] = pair.split('/').map(Number)
      return { failures, minutes }
    })
    return { account: account as LoginLimits['account'], address: address as LoginLimits['address'] }
  }),
)

export const registerLimit = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,5}\/[1-9]\d{0,5}$/)),
  z.transform((text: string) => {
    const [most = 0, minutes = 0] = text.split('/').map(Number)
    return { most, minutes }
  }),
)

/** Parses a time of day such as 03:30 into minutes after midnight. */
export const timeOfDay = z.pipe(
  z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  z.transform((words: string) => {
    const [hours = 0, minutes = 0] = words.split(':').map(Number)
    return hours * 60 + minutes
  }),
)

/**
 * Requires a long secret key with many different characters, to exclude words, placeholders and repeated characters.
 */
export const secretKey = z.string().check(z.refine(text => text.length >= 32 && new Set(text).size >= 10))

/** Pattern of an IP address or CIDR block: 10.0.0.1, 10.1.0.0/16, fd00::/8. */
function isIpAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

export const addresses = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.split(',').map(part => part.trim())),
  ),
  z.array(z.string().check(z.refine(isIpAddressOrNetwork))),
)

/** Requires an HTTPS URL. Plain HTTP is accepted only for localhost, for tests. */
export const issuer = buildUrlSettingSchema(
  ['https:', 'http:'],
  ({ protocol, hostname }) => protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname),
)

/** Formats of VAPID keys (RFC 8292) in Base64url: public key (P-256 point) and private key (scalar). */
export const vapidPublicKey = z.string().check(z.regex(/^B[\w-]{86}$/))
export const vapidPrivateKey = z.string().check(z.regex(/^[\w-]{43}$/))
export const vapidSubject = buildUrlSettingSchema(
  ['mailto:', 'https:'],
  ({ protocol, pathname }) => protocol === 'https:' || pathname.includes('@'),
)
export const ownMachine = buildUrlSettingSchema(['http:'], ({ hostname }) => hostname === '127.0.0.1')

/** Parses a setting that is a comma-separated list of URLs of the given form, with at least one URL. */
function buildIceUrlsSchema(form: RegExp) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',').map(part => part.trim())),
    ),
    z.array(z.string().check(z.regex(form))),
  )
}
const iceHost = String.raw`(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?`
export const turnUrls = buildIceUrlsSchema(new RegExp(`^turns?:${iceHost}(?:\\?transport=(?:udp|tcp))?$`))
export const stunUrls = buildIceUrlsSchema(new RegExp(`^stuns?:${iceHost}$`))

export const text = z.string().check(z.minLength(1), z.maxLength(60))

export const onOff = z.pipe(
  z.enum(['on', 'off']),
  z.transform((word: 'on' | 'off') => word === 'on'),
)

/** Parses a setting that is a comma-separated list of roles, or `none`. */
export const roleList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((words: string) => (words === 'none' ? [] : words.split(',').map(word => word.trim()))),
  ),
  z.array(z.enum(roles)),
)

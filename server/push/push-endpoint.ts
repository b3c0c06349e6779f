// Restricts the URLs of push endpoints to public hosts.
// Clients choose the URL to which this server sends requests, so it must not lead into internal networks (SSRF).
import { type LookupAddress, lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Settings } from '#server/env.ts'

const privateRanges = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateRanges.addSubnet(network, prefix)
}

/**
 * Public (global unicast) range of IPv6, and the ranges within it that are refused because they are reserved or tunnel
 * to IPv4.
 */
const publicRangesV6 = new BlockList()
publicRangesV6.addSubnet('2000::', 3, 'ipv6')
const reservedRangesV6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reservedRangesV6.addSubnet(network, prefix, 'ipv6')
}

export function isPublicIpAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateRanges.check(address)
  return family === 6 && publicRangesV6.check(address, 'ipv6') && !reservedRangesV6.check(address, 'ipv6')
}

/** Returns true for the URL of the local push service that tests configure. */
function isTestPushService({ origin }: URL, { TEST_PUSH_URL }: Pick<Settings, 'TEST_PUSH_URL'>): boolean {
  return TEST_PUSH_URL !== undefined && origin === new URL(TEST_PUSH_URL).origin
}

/** Checks the syntax of a push endpoint URL. The IP addresses of the host are checked later, at every delivery. */
export function isValidPushEndpointUrl(endpoint: string, settings: Pick<Settings, 'TEST_PUSH_URL'>): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (isTestPushService(url, settings)) return true
  const { protocol, port, username, password, hostname } = url
  if (protocol !== 'https:' || port || username || password) return false
  // The host of a push endpoint must be a public domain name, neither an IP address nor a local network name.
  return /\.[a-z][a-z0-9-]*$/.test(hostname) && !/\.(localhost|local|internal|lan|home\.arpa)$/.test(hostname)
}

export class PrivateAddressError extends Error {}

/**
 * DNS lookup for push deliveries that fails when any of the resolved IP addresses is not public. The connection uses
 * exactly the IP addresses that were checked, so a second DNS answer cannot redirect it (DNS rebinding).
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicIpAddress(address))) {
      return done(new PrivateAddressError('push: the endpoint resolves to an address that is not public'), '')
    }
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })
}

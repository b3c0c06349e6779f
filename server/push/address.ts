// Where pushes may go. The address comes from a browser, that is from anybody, and it is this server that posts to it:
// nothing inside our own network may be reached that way.
import { type LookupAddress, lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Settings } from '#server/env.ts'

const inward = new BlockList()
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
  inward.addSubnet(network, prefix)
}

/** All that is in public use; within it what leads back to addresses of the other kind, or nowhere. */
const outward6 = new BlockList()
outward6.addSubnet('2000::', 3, 'ipv6')
const inward6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inward6.addSubnet(network, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inward.check(address)
  return family === 6 && outward6.check(address, 'ipv6') && !inward6.check(address, 'ipv6')
}

/** For tests: something on this machine that stands in for a push service. */
function isTestService({ origin }: URL, { TEST_PUSH_URL }: Pick<Settings, 'TEST_PUSH_URL'>): boolean {
  return TEST_PUSH_URL !== undefined && origin === new URL(TEST_PUSH_URL).origin
}

/** By its form alone; what the name stands for is looked at each time something goes there. */
export function isPushAddress(endpoint: string, settings: Pick<Settings, 'TEST_PUSH_URL'>): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (isTestService(url, settings)) return true
  const { protocol, port, username, password, hostname } = url
  if (protocol !== 'https:' || port || username || password) return false
  // A name of the world's, not a number and not one of a network's own.
  return /\.[a-z][a-z0-9-]*$/.test(hostname) && !/\.(localhost|local|internal|lan|home\.arpa)$/.test(hostname)
}

export class InwardAddress extends Error {}

/**
 * Looked up and judged in one: what is connected to is what was judged, whatever the name stands for a moment later. One
 * address that leads inward is enough to refuse all.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new InwardAddress('the address leads into a network of our own'), '')
    }
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })
}

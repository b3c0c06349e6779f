// Offline response cache: stores the last responses of selected endpoints in the browser's Cache Storage.
// Cached responses are shown while the server cannot be reached: membership card, activities, clubs, recent lists.
// The offline response cache belongs to one user, expires with the user's session and is deleted at sign-out.
import {
  countActivitiesByScope,
  listActivities,
  listParticipants,
  listRecentActivities,
  readActivity,
  readActivityCountSummary,
} from '#shared/contracts/activities/activities.endpoints.ts'
import { readCurrentUser, signIn } from '#shared/contracts/auth/auth.endpoints.ts'
import { finishPasskeySignIn } from '#shared/contracts/auth/passkeys.endpoints.ts'
import { submitSecondFactor } from '#shared/contracts/auth/two-factor.endpoints.ts'
import { readCard } from '#shared/contracts/cards/cards.endpoints.ts'
import { listGroups } from '#shared/contracts/chat/chat.endpoints.ts'
import { readCheckIn } from '#shared/contracts/check-in/check-in.endpoints.ts'
import {
  listClubs,
  listClubsForRegistration,
  readClub,
  readClubCountSummary,
} from '#shared/contracts/clubs/clubs.endpoints.ts'
import { readDashboard } from '#shared/contracts/dashboard/dashboard.endpoints.ts'
import {
  countUnreadNotifications,
  listNotifications,
} from '#shared/contracts/notifications/notifications.endpoints.ts'
import { readProfile } from '#shared/contracts/profile/profile.endpoints.ts'
import {
  listPendingUsers,
  listUsers,
  readUser,
  readUserCountSummary,
} from '#shared/contracts/users/users.endpoints.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { responseCacheOwnerKey } from './displayed-cached-responses.ts'

/** Endpoints whose responses are cached for offline use. Encryption keys and messages are never cached. */
const cachedEndpoints = new Set<Endpoint>([
  readCurrentUser,
  readProfile,
  readCard,
  readDashboard,
  listActivities,
  countActivitiesByScope,
  readActivityCountSummary,
  listRecentActivities,
  readActivity,
  listParticipants,
  readCheckIn,
  listClubs,
  readClubCountSummary,
  listClubsForRegistration,
  readClub,
  listGroups,
  listNotifications,
  countUnreadNotifications,
  listUsers,
  readUserCountSummary,
  listPendingUsers,
  readUser,
])

/** Endpoints that sign users in. They return the signed-in user, like `readCurrentUser`. */
const signInEndpoints = new Set<Endpoint>([signIn, submitSecondFactor, finishPasskeySignIn])

const cacheName = 'kept'
/** Maximum number of responses in the offline cache. The oldest responses are deleted first. */
const maxEntries = 80
const keptAtHeader = 'x-kept-at'

interface Owner {
  id: number
  until: number
}

function readOwner(): Owner | undefined {
  try {
    const owner = JSON.parse(localStorage.getItem(responseCacheOwnerKey) ?? 'null') as Owner | null
    return owner ?? undefined
  } catch {
    return undefined
  }
}

/** Deletes all responses of the offline cache and the record of their owner. */
export async function clearResponseCache(): Promise<void> {
  localStorage.removeItem(responseCacheOwnerKey)
  await caches.delete(cacheName)
}

/** Caches the user's profile picture, which the membership card shows offline. */
async function cacheProfilePicture(cache: Cache, url: string | null): Promise<void> {
  if (!url) return
  const thumbnail = `${url}?size=thumbnail`
  if (!(await cache.match(thumbnail))) await cache.add(thumbnail)
}

/** Removes identity card numbers, even masked ones, from a response before it is cached. */
function removeIdentityNumbers(text: string): string {
  return JSON.stringify(JSON.parse(text, (key, value) => (key === 'icNumber' ? null : value)))
}

async function evictOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxEntries)).map(key => cache.delete(key)))
}

/** Writes to the cache that wait until its owner is known, because the response that names the user may come later. */
let pendingWrites: (() => Promise<void>)[] = []
let isOwnerKnown = false

async function setOwner(text: string, headers: Headers): Promise<void> {
  const { id } = JSON.parse(text) as { id: number }
  const seconds = Number(headers.get('x-keep-for'))
  if (readOwner()?.id !== id) await clearResponseCache()
  if (!(seconds > 0)) return
  localStorage.setItem(
    responseCacheOwnerKey,
    JSON.stringify({ id, until: Date.now() + seconds * 1000 } satisfies Owner),
  )
  isOwnerKnown = true
  const writes = pendingWrites
  pendingWrites = []
  await Promise.all(writes.map(write => write()))
}

/** Caches a server response for offline use. Throws if the response could not be cached. */
export async function cacheResponse(
  requested: Endpoint,
  requestedUrl: string,
  text: string,
  headers: Headers,
): Promise<void> {
  const [endpoint, url] = signInEndpoints.has(requested)
    ? [readCurrentUser, readCurrentUser.path]
    : [requested, requestedUrl]
  if (!cachedEndpoints.has(endpoint) || !text) return
  if (endpoint === readCurrentUser) await setOwner(text, headers)
  const write = async () => {
    const owner = readOwner()
    if (!owner) return
    const cache = await caches.open(cacheName)
    const cachedHeaders = new Headers(headers)
    cachedHeaders.set(keptAtHeader, String(Date.now()))
    // `put` replaces the cached response in one step and makes it the newest one, which is deleted last.
    await cache.put(url, new Response(removeIdentityNumbers(text), { headers: cachedHeaders }))
    if (endpoint === readCurrentUser)
      await cacheProfilePicture(cache, JSON.parse(text).profileImageUrl).catch(() => {})
    await evictOldest(cache)
    // If the user has signed out in the meantime, perhaps in another window, the cached response is deleted again.
    if (readOwner()?.id !== owner.id) await caches.delete(cacheName)
  }
  if (isOwnerKnown) await write()
  else pendingWrites.push(write)
}

export interface CachedResponse {
  text: string
  headers: Headers
  cachedAt: number
}

/**
 * Reads a cached response of the user who signed in last. After that user's session would have expired, returns
 * nothing.
 */
export async function readCachedResponse(
  endpoint: Endpoint,
  url: string,
): Promise<CachedResponse | undefined> {
  if (!cachedEndpoints.has(endpoint)) return undefined
  const owner = readOwner()
  if (!owner) return undefined
  if (owner.until < Date.now()) {
    await clearResponseCache()
    return undefined
  }
  const cached = await caches.match(url, { cacheName })
  if (!cached) return undefined
  return {
    text: await cached.text(),
    headers: cached.headers,
    cachedAt: Number(cached.headers.get(keptAtHeader)),
  }
}

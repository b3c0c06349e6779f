// What the server answered last, kept on the device for when it cannot be reached: one's card, activities, clubs and
// the lists last seen. It belongs to one person, ends when their session would, and goes when they sign out.
import {
  countScopes,
  listActivities,
  listParticipants,
  listRecentActivities,
  readActivity,
  summariseActivities,
} from '#shared/contracts/activities.endpoints.ts'
import { readMe, signIn } from '#shared/contracts/auth.endpoints.ts'
import { readCard } from '#shared/contracts/cards.endpoints.ts'
import { listGroups } from '#shared/contracts/chat.endpoints.ts'
import { readCheckIn } from '#shared/contracts/check-in.endpoints.ts'
import { listClubOptions, listClubs, readClub, summariseClubs } from '#shared/contracts/clubs.endpoints.ts'
import { readDashboard } from '#shared/contracts/dashboard.endpoints.ts'
import { countUnread, listNotifications } from '#shared/contracts/notifications.endpoints.ts'
import { enterByPasskey } from '#shared/contracts/passkeys.endpoints.ts'
import { readProfile } from '#shared/contracts/profile.endpoints.ts'
import { takeSecondStep } from '#shared/contracts/two-factor.endpoints.ts'
import { listPendingUsers, listUsers, readUser, summariseUsers } from '#shared/contracts/users.endpoints.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { keptPlace } from './recalled.ts'

/** Nothing about keys, which have a place of their own, and no messages: those of encrypted groups least of all. */
const keptEndpoints = new Set<Endpoint>([
  readMe,
  readProfile,
  readCard,
  readDashboard,
  listActivities,
  countScopes,
  summariseActivities,
  listRecentActivities,
  readActivity,
  listParticipants,
  readCheckIn,
  listClubs,
  summariseClubs,
  listClubOptions,
  readClub,
  listGroups,
  listNotifications,
  countUnread,
  listUsers,
  summariseUsers,
  listPendingUsers,
  readUser,
])

/** They answer with the person, too. */
const waysIn = new Set<Endpoint>([signIn, takeSecondStep, enterByPasskey])

const shelf = 'kept'
/** Answers, of which the oldest make room. */
const most = 80
const keptAtHeader = 'x-kept-at'

interface Owner {
  id: number
  until: number
}

function readOwner(): Owner | undefined {
  try {
    const owner = JSON.parse(localStorage.getItem(keptPlace) ?? 'null') as Owner | null
    return owner ?? undefined
  } catch {
    return undefined
  }
}

/** Everything of whoever it was. */
export async function forgetKept(): Promise<void> {
  localStorage.removeItem(keptPlace)
  await caches.delete(shelf)
}

/** One's own picture, without which the card is not the card. */
async function keepPicture(cache: Cache, url: string | null): Promise<void> {
  if (!url) return
  const thumbnail = `${url}?size=thumbnail`
  if (!(await cache.match(thumbnail))) await cache.add(thumbnail)
}

/** The identity number stays with the server, masked or not. */
function withoutNumbers(text: string): string {
  return JSON.stringify(JSON.parse(text, (key, value) => (key === 'icNumber' ? null : value)))
}

async function makeRoom(cache: Cache): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map(key => cache.delete(key)))
}

/** Who it is has to be known before anything of theirs is kept: answers come in any order. */
let waiting: (() => Promise<void>)[] = []
let isOwned = false

async function own(text: string, headers: Headers): Promise<void> {
  const { id } = JSON.parse(text) as { id: number }
  const seconds = Number(headers.get('x-keep-for'))
  if (readOwner()?.id !== id) await forgetKept()
  if (!(seconds > 0)) return
  localStorage.setItem(keptPlace, JSON.stringify({ id, until: Date.now() + seconds * 1000 } satisfies Owner))
  isOwned = true
  const ready = waiting
  waiting = []
  await Promise.all(ready.map(keepNow => keepNow()))
}

/** Called with every answer that came; where something goes wrong, it is not kept. */
export async function keep(asked: Endpoint, askedAt: string, text: string, headers: Headers): Promise<void> {
  const [endpoint, address] = waysIn.has(asked) ? [readMe, readMe.path] : [asked, askedAt]
  if (!keptEndpoints.has(endpoint) || !text) return
  if (endpoint === readMe) await own(text, headers)
  const keepNow = async () => {
    const owner = readOwner()
    if (!owner) return
    const cache = await caches.open(shelf)
    const kept = new Headers(headers)
    kept.set(keptAtHeader, String(Date.now()))
    // In one step, which also puts it behind all others: a page that is left meanwhile loses nothing.
    await cache.put(address, new Response(withoutNumbers(text), { headers: kept }))
    if (endpoint === readMe) await keepPicture(cache, JSON.parse(text).profileImageUrl).catch(() => {})
    await makeRoom(cache)
    // Signed out meanwhile, perhaps in another window.
    if (readOwner()?.id !== owner.id) await caches.delete(shelf)
  }
  if (isOwned) await keepNow()
  else waiting.push(keepNow)
}

export interface Kept {
  text: string
  headers: Headers
  keptAt: number
}

/** What is left of the last answer, for whoever was signed in last, as long as they would still be. */
export async function recall(endpoint: Endpoint, address: string): Promise<Kept | undefined> {
  if (!keptEndpoints.has(endpoint)) return undefined
  const owner = readOwner()
  if (!owner) return undefined
  if (owner.until < Date.now()) {
    await forgetKept()
    return undefined
  }
  const kept = await caches.match(address, { cacheName: shelf })
  if (!kept) return undefined
  return { text: await kept.text(), headers: kept.headers, keptAt: Number(kept.headers.get(keptAtHeader)) }
}

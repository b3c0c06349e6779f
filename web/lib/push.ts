// Pushes on the device one sits at. It is remembered here for whom they were turned on: whoever signs in next at the same
// browser decides for themselves.
import { readPush, turnPushOn } from '#shared/contracts/push.endpoints.ts'
import { call, query } from './api.ts'
import { queryClient } from './query-client.ts'
import { asBase64Url, bodyOf, closeSeen, setBadge } from './shown.ts'

const place = 'perantau-push'

/** For whom, and in which sign-in. */
interface TurnedOn {
  userId: number
  signIn: number
}

function recall(): TurnedOn | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null')
  } catch {
    return null
  }
}

function remember(turnedOn: TurnedOn | null): void {
  try {
    if (turnedOn === null) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(turnedOn))
  } catch {
    // Then they have to be turned on again after the next sign-in.
  }
}

/** Whether they were turned on here, for this person. */
export function hasPush(userId: number): boolean {
  return recall()?.userId === userId
}

/** `install`: a phone of Apple's has it only for what stands on its home screen. */
export type PushSupport = 'ready' | 'blocked' | 'install' | 'none'

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator)) return 'none'
  if (!('PushManager' in window && 'Notification' in window)) {
    return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'none'
  }
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  return (await navigator.serviceWorker.getRegistration()) && navigator.serviceWorker.ready
}

/** The browser's subscription, made for the server's key of today. */
async function subscribe(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const before = await registration.pushManager.getSubscription()
  const { applicationServerKey } = before?.options ?? {}
  if (before && applicationServerKey && asBase64Url(applicationServerKey) === key) return before
  await before?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** The browser asks the person, which it does only after a click. False: they, or it, said no. */
export async function turnOnHere(userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await findRegistration()
  if (!registration) return false
  const { key, signIn } = await queryClient.fetchQuery({ ...query(readPush), staleTime: 0 })
  const subscription = await subscribe(registration, key)
  await call(turnPushOn, { body: bodyOf(subscription) })
  remember({ userId, signIn })
  return true
}

/** Nothing more comes here, and what was shown goes. The server forgets the device by itself, or was told. */
export async function turnOffHere(): Promise<void> {
  remember(null)
  const registration = await findRegistration()
  if (!registration) return
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
  await closeSeen(registration, () => true)
  await setBadge(0)
}

/**
 * At every start: after signing in anew, or with another address or another key of the server's, the device is made known
 * again. One that is no longer known although nothing of this changed was turned off elsewhere.
 */
export async function keepPush(userId: number): Promise<void> {
  if (!hasPush(userId) || pushSupport() !== 'ready' || Notification.permission !== 'granted') return
  const registration = await findRegistration()
  if (!registration) return
  const { key, signIn, devices } = await queryClient.fetchQuery(query(readPush))
  const before = await registration.pushManager.getSubscription()
  const subscription = await subscribe(registration, key)
  const isSame = subscription.endpoint === before?.endpoint && recall()?.signIn === signIn
  if (isSame && devices.some(({ isCurrent }) => isCurrent)) return
  if (isSame) return turnOffHere()
  await call(turnPushOn, { body: bodyOf(subscription) })
  remember({ userId, signIn })
}

/** What this device shows of us. */
export async function findShown(): Promise<Notification[]> {
  return (await (await findRegistration())?.getNotifications()) ?? []
}

// A call that is forwarded: what somebody's browser and the forwarding server say to each other passes through here, for
// whoever is in the call and for nobody else. Each of these asks first, speaks to the server then, and writes last: no
// transaction waits for it.
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { conflict, notFound } from '#server/errors.ts'
import { mostForwarded, type PublishBody, type SubscribeBody } from '#shared/contracts/calls.ts'
import { isStillIn } from './calls.queries.ts'
import { announceCall } from './hold-call.service.ts'
import { type Handle, type Janus, janusOf, type Room } from './janus.ts'

/** Events of one session reach whoever asks first: so one after the other. */
const oneByOne = createKeyedMutex()

type Stay = typeof callMembers.$inferSelect

async function findStay({ db, actor }: SignedIn, id: string, dev: string) {
  const [found] = await db
    .select({ stay: callMembers, call: calls })
    .from(callMembers)
    .innerJoin(calls, eq(calls.id, callMembers.callId))
    .where(and(isStillIn(id), eq(callMembers.userId, actor.id), eq(callMembers.dev, dev)))
  if (!found) throw notFound()
  const { room, roomPin } = found.call
  if (room === null || roomPin === null) throw conflict()
  return { ...found, room: { id: room, pin: roomPin } satisfies Room }
}

function requireJanus({ settings }: SignedIn): Janus {
  const janus = janusOf(settings)
  if (!janus) throw conflict()
  return janus
}

async function inTurn<T>(
  context: SignedIn,
  id: string,
  dev: string,
  work: (found: Awaited<ReturnType<typeof findStay>>, janus: Janus) => Promise<T>,
): Promise<T> {
  const { stay } = await findStay(context, id, dev)
  return oneByOne(stay.id, async () => work(await findStay(context, id, dev), requireJanus(context)))
}

/** Of whoever is still in it. */
async function keep(context: SignedIn, stay: Stay, change: Partial<Stay>): Promise<void> {
  await context.transaction(async ({ db }) => {
    const { rowCount } = await db
      .update(callMembers)
      .set(change)
      .where(and(eq(callMembers.id, stay.id), isNull(callMembers.leftAt)))
    if (!rowCount) throw notFound()
    const [call] = await db.select().from(calls).where(eq(calls.id, stay.callId))
    if (call && change.publisher) await announceCall(db, call)
  })
}

/** A session that came to nothing is given up: while it lives, whoever tries again is taken for somebody else there. */
async function orGiveUp<T>(janus: Janus, session: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await janus.destroySession(session).catch(() => {})
    throw error
  }
}

/** What somebody sends: the first time, and again whenever their line is laid anew. */
export async function publish(context: SignedIn, id: string, { dev, sdp }: PublishBody) {
  return inTurn(context, id, dev, async ({ stay, room }, janus) => {
    const known = asHandle(stay, stay.publisher)
    if (known && (await janus.keepAlive(known.session))) return { sdp: await janus.configure(known, sdp) }
    const session = await janus.openSession()
    return orGiveUp(janus, session, async () => {
      const handle = await janus.attach(session)
      await janus.makeRoom({ session, handle }, room, mostForwarded)
      const answer = await janus.publish({ session, handle }, room, stay.id, sdp)
      await keep(context, stay, {
        forwardSession: session,
        publisher: handle,
        subscriber: null,
        feeds: null,
      })
      return { sdp: answer }
    })
  })
}

function asHandle({ forwardSession }: Stay, handle: number | null): Handle | undefined {
  return forwardSession !== null && handle !== null ? { session: forwardSession, handle } : undefined
}

/** Of those whom somebody wants to see and hear, the stays that are in this very call and send. */
async function findFeeds({ db }: SignedIn, id: string, wanted: SubscribeBody['to']): Promise<Stay[]> {
  if (wanted.length === 0) return []
  const users = wanted.map(({ userId }) => userId)
  const stays = await db
    .select()
    .from(callMembers)
    .where(and(isStillIn(id), inArray(callMembers.userId, users), isNotNull(callMembers.publisher)))
  return stays.filter(({ userId, dev }) => wanted.some(one => one.userId === userId && one.dev === dev))
}

/** Whom somebody receives from now on. They name them: it is their list of members that was verified, not ours. */
export async function subscribe(context: SignedIn, id: string, { dev, to, isAnew }: SubscribeBody) {
  return inTurn(context, id, dev, async ({ stay, room }, janus) => {
    if (stay.forwardSession === null) throw conflict()
    const session = stay.forwardSession
    const feeds = await findFeeds(context, id, to)
    const known = asHandle(stay, stay.subscriber)
    const ids = feeds.map(one => one.id)
    if (!known) {
      if (ids.length === 0) return { streams: [] }
      const handle = await janus.attach(session)
      const made = await janus.subscribe({ session, handle }, room, ids)
      await keep(context, stay, { subscriber: handle, feeds: ids })
      return named(made, feeds)
    }
    const before = stay.feeds ?? []
    const add = ids.filter(one => !before.includes(one))
    const drop = before.filter(one => !ids.includes(one))
    const isSame = add.length === 0 && drop.length === 0
    if (isSame && !isAnew) return { streams: [] }
    const made = isSame ? await janus.restart(known) : await janus.changeFeeds(known, { add, drop })
    await keep(context, stay, { feeds: ids })
    return named(made, feeds)
  })
}

function named({ streams, sdp }: Awaited<ReturnType<Janus['subscribe']>>, feeds: Stay[]) {
  const who = new Map(feeds.map(({ id, userId, dev }) => [id, { userId, dev }]))
  return {
    streams: streams.flatMap(({ mid, feed }) => {
      const from = who.get(feed)
      return from ? [{ mid, ...from }] : []
    }),
    ...(sdp && { sdp }),
  }
}

export async function acceptStreams(context: SignedIn, id: string, { dev, sdp }: PublishBody): Promise<void> {
  await inTurn(context, id, dev, async ({ stay }, janus) => {
    const handle = asHandle(stay, stay.subscriber)
    if (!handle) throw conflict()
    await janus.start(handle, sdp)
  })
}

/** With every word that somebody is alive. */
export async function keepForwarded({ db, settings }: SignedIn, id: string, userId: number): Promise<void> {
  const janus = janusOf(settings)
  if (!janus) return
  const [stay] = await db
    .select({ session: callMembers.forwardSession })
    .from(callMembers)
    .where(and(isStillIn(id), eq(callMembers.userId, userId)))
  // One that was forgotten there is made anew when the person's lines fail.
  if (stay?.session) await janus.keepAlive(stay.session).catch(() => {})
}

/** Takes away there what is over here, whoever ended it, and whichever process died meanwhile. */
export async function clearForwarded(db: Db, janus: Janus): Promise<void> {
  const gone = await db
    .select({ id: callMembers.id, session: callMembers.forwardSession })
    .from(callMembers)
    .where(and(isNotNull(callMembers.forwardSession), isNotNull(callMembers.leftAt)))
  for (const { id, session } of gone) {
    if (session !== null) await janus.destroySession(session)
    await db.update(callMembers).set({ forwardSession: null }).where(eq(callMembers.id, id))
  }
  const over = await db
    .select()
    .from(calls)
    .where(and(isNotNull(calls.room), isNotNull(calls.endedAt)))
  for (const { id, room, roomPin } of over) {
    if (room !== null && roomPin !== null) await janus.destroyRoom({ id: room, pin: roomPin })
    await db.update(calls).set({ room: null, roomPin: null }).where(eq(calls.id, id))
  }
}

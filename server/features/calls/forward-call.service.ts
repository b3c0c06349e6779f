// Large calls run through the Janus media server. This service relays SDP between a participant's browser and Janus.
// Only participants of a call may exchange SDP with Janus for that call.
// The service closes its transaction before it calls Janus, so that no transaction is open while Janus responds.
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { conflict, notFound } from '#server/errors.ts'
import {
  maxForwardedParticipants,
  type PublishBody,
  type SubscribeBody,
} from '#shared/contracts/calls/calls.schemas.ts'
import { buildInCallCondition } from './calls.queries.ts'
import { createJanusClient, type JanusClient, type JanusRoom, type PluginHandle } from './janus-client.ts'
import { publishCallChange } from './select-call-for-update.service.ts'

/** Runs the Janus requests of a participant one by one, because each poll could consume another request's event. */
const participantMutex = createKeyedMutex()

type Participation = typeof callMembers.$inferSelect

async function findCallParticipation({ db, actor }: SignedInContext, id: string, dev: string) {
  const [found] = await db
    .select({ participation: callMembers, call: calls })
    .from(callMembers)
    .innerJoin(calls, eq(calls.id, callMembers.callId))
    .where(and(buildInCallCondition(id), eq(callMembers.userId, actor.id), eq(callMembers.dev, dev)))
  if (!found) throw notFound()
  const { room, roomPin } = found.call
  if (room === null || roomPin === null) throw conflict()
  return { ...found, room: { id: room, pin: roomPin } satisfies JanusRoom }
}

function requireJanusClient({ settings }: SignedInContext): JanusClient {
  const janus = createJanusClient(settings)
  if (!janus) throw conflict()
  return janus
}

async function runWithLockedParticipation<T>(
  context: SignedInContext,
  id: string,
  dev: string,
  work: (found: Awaited<ReturnType<typeof findCallParticipation>>, janus: JanusClient) => Promise<T>,
): Promise<T> {
  const { participation } = await findCallParticipation(context, id, dev)
  return participantMutex(participation.id, async () =>
    work(await findCallParticipation(context, id, dev), requireJanusClient(context)),
  )
}

/** Updates a participant's row in `call_members`. Publishes a call change when the participant starts media streams. */
async function updateCallParticipation(
  context: SignedInContext,
  participation: Participation,
  change: Partial<Participation>,
): Promise<void> {
  await context.transaction(async ({ db }) => {
    const { rowCount } = await db
      .update(callMembers)
      .set(change)
      .where(and(eq(callMembers.id, participation.id), isNull(callMembers.leftAt)))
    if (!rowCount) throw notFound()
    const [call] = await db.select().from(calls).where(eq(calls.id, participation.callId))
    if (call && change.publisher) await publishCallChange(db, call)
  })
}

/** Destroys the Janus session when `work` fails; a leftover session would block the participant's next attempt. */
async function destroySessionOnFailure<T>(
  janus: JanusClient,
  session: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await janus.destroyJanusSession(session).catch(() => {})
    throw error
  }
}

/** Publishes a participant's media streams through Janus, or renegotiates the connection of published streams. */
export async function publishCallStream(context: SignedInContext, id: string, { dev, sdp }: PublishBody) {
  return runWithLockedParticipation(context, id, dev, async ({ participation, room }, janus) => {
    const existing = buildJanusHandle(participation, participation.publisher)
    if (existing && (await janus.keepSessionAlive(existing.session)))
      return { sdp: await janus.renegotiatePublisher(existing, sdp) }
    const session = await janus.openJanusSession()
    return destroySessionOnFailure(janus, session, async () => {
      const handle = await janus.attachVideoRoomPlugin(session)
      await janus.createVideoRoom({ session, handle }, room, maxForwardedParticipants)
      const answer = await janus.publishCallStream({ session, handle }, room, participation.id, sdp)
      await updateCallParticipation(context, participation, {
        forwardSession: session,
        publisher: handle,
        subscriber: null,
        feeds: null,
      })
      return { sdp: answer }
    })
  })
}

function buildJanusHandle(
  { forwardSession }: Participation,
  handle: number | null,
): PluginHandle | undefined {
  return forwardSession !== null && handle !== null ? { session: forwardSession, handle } : undefined
}

/** Returns the requested participants who are in the call and send media streams. */
async function findCallPublishers(
  { db }: SignedInContext,
  id: string,
  wantedSenders: SubscribeBody['to'],
): Promise<Participation[]> {
  if (wantedSenders.length === 0) return []
  const users = wantedSenders.map(({ userId }) => userId)
  const participations = await db
    .select()
    .from(callMembers)
    .where(
      and(buildInCallCondition(id), inArray(callMembers.userId, users), isNotNull(callMembers.publisher)),
    )
  return participations.filter(({ userId, dev }) =>
    wantedSenders.some(wantedSender => wantedSender.userId === userId && wantedSender.dev === dev),
  )
}

/**
 * Sets the senders whose streams a call participant receives. The client chooses the senders, because only
 * clients verify the signed member list.
 */
export async function selectCallStreamsToReceive(
  context: SignedInContext,
  id: string,
  { dev, to, isAnew }: SubscribeBody,
) {
  return runWithLockedParticipation(context, id, dev, async ({ participation, room }, janus) => {
    if (participation.forwardSession === null) throw conflict()
    const session = participation.forwardSession
    const publishers = await findCallPublishers(context, id, to)
    const existing = buildJanusHandle(participation, participation.subscriber)
    const ids = publishers.map(publisher => publisher.id)
    if (!existing) {
      if (ids.length === 0) return { streams: [] }
      const handle = await janus.attachVideoRoomPlugin(session)
      const offer = await janus.subscribeToFeeds({ session, handle }, room, ids)
      await updateCallParticipation(context, participation, { subscriber: handle, feeds: ids })
      return nameStreamSenders(offer, publishers)
    }
    const previousIds = participation.feeds ?? []
    const add = ids.filter(feed => !previousIds.includes(feed))
    const drop = previousIds.filter(feed => !ids.includes(feed))
    const isSame = add.length === 0 && drop.length === 0
    if (isSame && !isAnew) return { streams: [] }
    const offer = isSame
      ? await janus.restartSubscriberIce(existing)
      : await janus.changeSubscribedFeeds(existing, { add, drop })
    await updateCallParticipation(context, participation, { feeds: ids })
    return nameStreamSenders(offer, publishers)
  })
}

function nameStreamSenders(
  { streams, sdp }: Awaited<ReturnType<JanusClient['subscribeToFeeds']>>,
  publishers: Participation[],
) {
  const senders = new Map(publishers.map(({ id, userId, dev }) => [id, { userId, dev }]))
  return {
    streams: streams.flatMap(({ mid, feed }) => {
      const from = senders.get(feed)
      return from ? [{ mid, ...from }] : []
    }),
    ...(sdp && { sdp }),
  }
}

export async function answerCallStreamOffer(
  context: SignedInContext,
  id: string,
  { dev, sdp }: PublishBody,
): Promise<void> {
  await runWithLockedParticipation(context, id, dev, async ({ participation }, janus) => {
    const handle = buildJanusHandle(participation, participation.subscriber)
    if (!handle) throw conflict()
    await janus.startSubscriber(handle, sdp)
  })
}

/** Extends the participant's Janus session with each heartbeat. */
export async function keepJanusSessionAlive(
  { db, settings }: SignedInContext,
  id: string,
  userId: number,
): Promise<void> {
  const janus = createJanusClient(settings)
  if (!janus) return
  const [participation] = await db
    .select({ session: callMembers.forwardSession })
    .from(callMembers)
    .where(and(buildInCallCondition(id), eq(callMembers.userId, userId)))
  // An expired Janus session is replaced when the client publishes again after its connection fails.
  if (participation?.session) await janus.keepSessionAlive(participation.session).catch(() => {})
}

/** Destroys Janus sessions of departed participants and rooms of ended calls, even if a crashed server created them. */
export async function releaseJanusResources(db: Db, janus: JanusClient): Promise<void> {
  const departed = await db
    .select({ id: callMembers.id, session: callMembers.forwardSession })
    .from(callMembers)
    .where(and(isNotNull(callMembers.forwardSession), isNotNull(callMembers.leftAt)))
  for (const { id, session } of departed) {
    if (session !== null) await janus.destroyJanusSession(session)
    await db.update(callMembers).set({ forwardSession: null }).where(eq(callMembers.id, id))
  }
  const endedCalls = await db
    .select()
    .from(calls)
    .where(and(isNotNull(calls.room), isNotNull(calls.endedAt)))
  for (const { id, room, roomPin } of endedCalls) {
    if (room !== null && roomPin !== null) await janus.destroyVideoRoom({ id: room, pin: roomPin })
    await db.update(calls).set({ room: null, roomPin: null }).where(eq(calls.id, id))
  }
}

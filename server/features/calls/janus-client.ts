// HTTP client of the Janus media server with its videoroom plugin, which forwards the streams of large calls (SFU).
// Browsers never talk to the Janus API: they know neither its URL nor its secrets, and this server relays their SDP.
// A participant has one Janus session with two plugin handles: one sends media streams, the other receives them.
import { randomUUID } from 'node:crypto'
import type { Settings } from '#server/env.ts'
import { unavailable } from '#server/errors.ts'

export type JanusSettings = Pick<Settings, 'JANUS_URL' | 'JANUS_SECRET' | 'JANUS_ROOM_KEY'>

const requestTimeoutMs = 5000
const plugin = 'janus.plugin.videoroom'
/** Error codes of the Janus videoroom plugin: the room to create exists, or the room to destroy does not exist. */
const roomExistsCode = 427
const noSuchRoomCode = 426

interface SessionDescription {
  type: 'offer' | 'answer'
  sdp: string
}

interface JanusReply {
  janus: string
  transaction?: string
  data?: { id: number }
  error?: { code: number; reason: string }
  jsep?: SessionDescription
  plugindata?: { data: Record<string, unknown> & { error_code?: number } }
}

export interface SubscribedStream {
  mid: string
  feed: number
}

/**
 * Ids of a Janus session and of a plugin handle in it. A participant publishes and subscribes with separate handles.
 */
export interface PluginHandle {
  session: number
  handle: number
}

export interface JanusRoom {
  id: number
  pin: string
}

export class JanusClient {
  readonly #url: string
  readonly #secret: string
  readonly #roomKey: string

  constructor(url: string, secret: string, roomKey: string) {
    this.#url = url.replace(/\/$/, '')
    this.#secret = secret
    this.#roomKey = roomKey
  }

  async #request(path: string, body?: Record<string, unknown>): Promise<JanusReply> {
    const signal = AbortSignal.timeout(requestTimeoutMs)
    try {
      const response = body
        ? await fetch(`${this.#url}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ transaction: randomUUID(), apisecret: this.#secret, ...body }),
            signal,
          })
        : await fetch(`${this.#url}${path}?maxev=1&apisecret=${encodeURIComponent(this.#secret)}`, { signal })
      return (await response.json()) as JanusReply
    } catch {
      throw unavailable()
    }
  }

  async #requestOrThrow(path: string, body: Record<string, unknown>): Promise<JanusReply> {
    const reply = await this.#request(path, body)
    if (reply.janus === 'error') throw unavailable()
    return reply
  }

  /** Returns whether Janus responds and accepts the configured API secret. */
  async isJanusUp(): Promise<boolean> {
    const reply = await this.#request('', { janus: 'create' }).catch(() => undefined)
    if (!reply?.data) return false
    await this.destroyJanusSession(reply.data.id)
    return true
  }

  async openJanusSession(): Promise<number> {
    const { data } = await this.#requestOrThrow('', { janus: 'create' })
    if (!data) throw unavailable()
    return data.id
  }

  async attachVideoRoomPlugin(session: number): Promise<number> {
    const { data } = await this.#requestOrThrow(`/${session}`, { janus: 'attach', plugin })
    if (!data) throw unavailable()
    return data.id
  }

  /** Extends a Janus session, which otherwise expires after a minute. Returns false when it has expired. */
  async keepSessionAlive(session: number): Promise<boolean> {
    const { janus } = await this.#request(`/${session}`, { janus: 'keepalive' })
    return janus === 'ack'
  }

  async destroyJanusSession(session: number): Promise<void> {
    await this.#request(`/${session}`, { janus: 'destroy' })
  }

  /** Sends a synchronous request to the Janus plugin; `toleratedCode` is the one plugin error that is not thrown. */
  async #sendMessage(
    { session, handle }: PluginHandle,
    body: Record<string, unknown>,
    toleratedCode?: number,
  ): Promise<void> {
    const { plugindata } = await this.#requestOrThrow(`/${session}/${handle}`, { janus: 'message', body })
    const code = plugindata?.data.error_code
    if (code !== undefined && code !== toleratedCode) throw unavailable()
  }

  /**
   * Sends an asynchronous request to the Janus plugin and polls the session until the event of the request arrives.
   * Callers must serialize requests per session, because any poll can consume the event of another request.
   */
  async #sendAndAwaitEvent(
    { session, handle }: PluginHandle,
    body: Record<string, unknown>,
    jsep?: SessionDescription,
  ): Promise<{ data: Record<string, unknown>; jsep?: SessionDescription }> {
    const transaction = randomUUID()
    let reply = await this.#requestOrThrow(`/${session}/${handle}`, {
      janus: 'message',
      transaction,
      body,
      ...(jsep && { jsep }),
    })
    const deadline = performance.now() + requestTimeoutMs
    while (reply.janus !== 'event' || reply.transaction !== transaction) {
      if (reply.janus === 'error' || performance.now() > deadline) throw unavailable()
      reply = await this.#request(`/${session}`)
    }
    const data = reply.plugindata?.data ?? {}
    if (data.error_code !== undefined) throw unavailable()
    return { data, ...(reply.jsep && { jsep: reply.jsep }) }
  }

  /** Creates a private Janus room for end-to-end encrypted media, without recording. An existing room is kept. */
  async createVideoRoom(handle: PluginHandle, { id, pin }: JanusRoom, publishers: number): Promise<void> {
    await this.#sendMessage(
      handle,
      {
        request: 'create',
        room: id,
        pin,
        secret: pin,
        admin_key: this.#roomKey,
        is_private: true,
        publishers,
        audiocodec: 'opus',
        videocodec: 'vp8',
        bitrate: 300_000,
        fir_freq: 10,
        require_e2ee: true,
        record: false,
      },
      roomExistsCode,
    )
  }

  async destroyVideoRoom({ id, pin }: JanusRoom): Promise<void> {
    const session = await this.openJanusSession()
    const handle = await this.attachVideoRoomPlugin(session)
    await this.#sendMessage(
      { session, handle },
      { request: 'destroy', room: id, secret: pin },
      noSuchRoomCode,
    )
    await this.destroyJanusSession(session)
  }

  async publishCallStream(
    handle: PluginHandle,
    { id, pin }: JanusRoom,
    feed: number,
    sdp: string,
  ): Promise<string> {
    const offer = { type: 'offer' as const, sdp, e2ee: true }
    const { jsep } = await this.#sendAndAwaitEvent(
      handle,
      { request: 'joinandconfigure', ptype: 'publisher', room: id, pin, id: feed },
      offer,
    )
    if (!jsep) throw unavailable()
    return jsep.sdp
  }

  /** Renegotiates the connection on which a participant publishes streams and returns the SDP answer. */
  async renegotiatePublisher(handle: PluginHandle, sdp: string): Promise<string> {
    const offer = { type: 'offer' as const, sdp, e2ee: true }
    const { jsep } = await this.#sendAndAwaitEvent(handle, { request: 'configure' }, offer)
    if (!jsep) throw unavailable()
    return jsep.sdp
  }

  async subscribeToFeeds(handle: PluginHandle, { id, pin }: JanusRoom, feeds: number[]) {
    const streams = feeds.map(feed => ({ feed }))
    return readSubscriberOffer(
      await this.#sendAndAwaitEvent(handle, { request: 'join', ptype: 'subscriber', room: id, pin, streams }),
    )
  }

  async changeSubscribedFeeds(handle: PluginHandle, { add, drop }: { add: number[]; drop: number[] }) {
    return readSubscriberOffer(
      await this.#sendAndAwaitEvent(handle, {
        request: 'update',
        ...(add.length > 0 && { subscribe: add.map(feed => ({ feed })) }),
        ...(drop.length > 0 && { unsubscribe: drop.map(feed => ({ feed })) }),
      }),
    )
  }

  /** Restarts ICE on the connection on which a participant receives streams. */
  async restartSubscriberIce(handle: PluginHandle) {
    return readSubscriberOffer(await this.#sendAndAwaitEvent(handle, { request: 'configure', restart: true }))
  }

  async startSubscriber(handle: PluginHandle, sdp: string): Promise<void> {
    await this.#sendAndAwaitEvent(handle, { request: 'start' }, {
      type: 'answer',
      sdp,
      e2ee: true,
    } as SessionDescription)
  }
}

/** Maps each media line (`mid`) of a Janus offer to its sender (`feed`). `sdp` is undefined without a new offer. */
function readSubscriberOffer({ data, jsep }: { data: Record<string, unknown>; jsep?: SessionDescription }) {
  const rawStreams = (data.streams ?? []) as { mid: string; feed_id?: number; active?: boolean }[]
  const streams: SubscribedStream[] = rawStreams.flatMap(({ mid, feed_id, active }) =>
    feed_id !== undefined && active !== false ? [{ mid, feed: Number(feed_id) }] : [],
  )
  return { streams, sdp: jsep?.sdp }
}

/** Returns a Janus client, or undefined when Janus is not configured; calls are then limited to six participants. */
export function createJanusClient({
  JANUS_URL,
  JANUS_SECRET,
  JANUS_ROOM_KEY,
}: JanusSettings): JanusClient | undefined {
  if (!JANUS_URL || !JANUS_SECRET || !JANUS_ROOM_KEY) return undefined
  return new JanusClient(JANUS_URL, JANUS_SECRET, JANUS_ROOM_KEY)
}

const availabilityTtlMs = 10_000
let lastCheck: { at: number; isUp: Promise<boolean> } | undefined

/** Returns whether Janus is configured and responds, cached for ten seconds. Otherwise new calls do not use Janus. */
export async function isJanusAvailable(settings: JanusSettings): Promise<boolean> {
  const janus = createJanusClient(settings)
  if (!janus) return false
  if (!lastCheck || performance.now() - lastCheck.at > availabilityTtlMs)
    lastCheck = { at: performance.now(), isUp: janus.isJanusUp() }
  return lastCheck.isUp
}

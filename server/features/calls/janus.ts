// The forwarding server (Janus with its videoroom plugin) as we speak to it, over its HTTP interface. Members never do:
// they have neither its address nor its secrets, and what they say to it passes through us.
import { randomUUID } from 'node:crypto'
import type { Settings } from '#server/env.ts'
import { unavailable } from '#server/errors.ts'

export type JanusSettings = Pick<Settings, 'JANUS_URL' | 'JANUS_SECRET' | 'JANUS_ROOM_KEY'>

const patience = 5000
const plugin = 'janus.plugin.videoroom'
/** What the plugin answers where a room is there already, or not there any more. */
const roomExists = 427
const noSuchRoom = 426

interface Description {
  type: 'offer' | 'answer'
  sdp: string
}

interface Reply {
  janus: string
  transaction?: string
  data?: { id: number }
  error?: { code: number; reason: string }
  jsep?: Description
  plugindata?: { data: Record<string, unknown> & { error_code?: number } }
}

export interface Stream {
  mid: string
  feed: number
}

/** One person's connection to it: a session, with a handle to send by and one to receive by. */
export interface Handle {
  session: number
  handle: number
}

export interface Room {
  id: number
  pin: string
}

export class Janus {
  readonly #url: string
  readonly #secret: string
  readonly #roomKey: string

  constructor(url: string, secret: string, roomKey: string) {
    this.#url = url.replace(/\/$/, '')
    this.#secret = secret
    this.#roomKey = roomKey
  }

  async #request(path: string, body?: Record<string, unknown>): Promise<Reply> {
    const signal = AbortSignal.timeout(patience)
    try {
      const answer = body
        ? await fetch(`${this.#url}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ transaction: randomUUID(), apisecret: this.#secret, ...body }),
            signal,
          })
        : await fetch(`${this.#url}${path}?maxev=1&apisecret=${encodeURIComponent(this.#secret)}`, { signal })
      return (await answer.json()) as Reply
    } catch {
      throw unavailable()
    }
  }

  async #ask(path: string, body: Record<string, unknown>): Promise<Reply> {
    const reply = await this.#request(path, body)
    if (reply.janus === 'error') throw unavailable()
    return reply
  }

  /** Whether it answers and takes our secret. */
  async isUp(): Promise<boolean> {
    const reply = await this.#request('', { janus: 'create' }).catch(() => undefined)
    if (!reply?.data) return false
    await this.destroySession(reply.data.id)
    return true
  }

  async openSession(): Promise<number> {
    const { data } = await this.#ask('', { janus: 'create' })
    if (!data) throw unavailable()
    return data.id
  }

  async attach(session: number): Promise<number> {
    const { data } = await this.#ask(`/${session}`, { janus: 'attach', plugin })
    if (!data) throw unavailable()
    return data.id
  }

  /** Without it a session is forgotten after a minute. False: it is. */
  async keepAlive(session: number): Promise<boolean> {
    const { janus } = await this.#request(`/${session}`, { janus: 'keepalive' })
    return janus === 'ack'
  }

  async destroySession(session: number): Promise<void> {
    await this.#request(`/${session}`, { janus: 'destroy' })
  }

  /** Answered at once. */
  async #tell({ session, handle }: Handle, body: Record<string, unknown>, allowed?: number): Promise<void> {
    const { plugindata } = await this.#ask(`/${session}/${handle}`, { janus: 'message', body })
    const code = plugindata?.data.error_code
    if (code !== undefined && code !== allowed) throw unavailable()
  }

  /** Answered later, by an event of the session; whoever asks for one person does so one after the other. */
  async #tellAndWait(
    { session, handle }: Handle,
    body: Record<string, unknown>,
    jsep?: Description,
  ): Promise<{ data: Record<string, unknown>; jsep?: Description }> {
    const transaction = randomUUID()
    let reply = await this.#ask(`/${session}/${handle}`, {
      janus: 'message',
      transaction,
      body,
      ...(jsep && { jsep }),
    })
    const until = performance.now() + patience
    while (reply.janus !== 'event' || reply.transaction !== transaction) {
      if (reply.janus === 'error' || performance.now() > until) throw unavailable()
      reply = await this.#request(`/${session}`)
    }
    const data = reply.plugindata?.data ?? {}
    if (data.error_code !== undefined) throw unavailable()
    return { data, ...(reply.jsep && { jsep: reply.jsep }) }
  }

  /** It records nothing, tells nobody who is in it, and takes what it forwards for what it cannot open. */
  async makeRoom(by: Handle, { id, pin }: Room, publishers: number): Promise<void> {
    await this.#tell(
      by,
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
      roomExists,
    )
  }

  async destroyRoom({ id, pin }: Room): Promise<void> {
    const session = await this.openSession()
    const handle = await this.attach(session)
    await this.#tell({ session, handle }, { request: 'destroy', room: id, secret: pin }, noSuchRoom)
    await this.destroySession(session)
  }

  async publish(by: Handle, { id, pin }: Room, feed: number, sdp: string): Promise<string> {
    const offer = { type: 'offer' as const, sdp, e2ee: true }
    const { jsep } = await this.#tellAndWait(
      by,
      { request: 'joinandconfigure', ptype: 'publisher', room: id, pin, id: feed },
      offer,
    )
    if (!jsep) throw unavailable()
    return jsep.sdp
  }

  /** The line by which somebody sends, laid anew. */
  async configure(by: Handle, sdp: string): Promise<string> {
    const offer = { type: 'offer' as const, sdp, e2ee: true }
    const { jsep } = await this.#tellAndWait(by, { request: 'configure' }, offer)
    if (!jsep) throw unavailable()
    return jsep.sdp
  }

  async subscribe(by: Handle, { id, pin }: Room, feeds: number[]) {
    const streams = feeds.map(feed => ({ feed }))
    return asOffer(
      await this.#tellAndWait(by, { request: 'join', ptype: 'subscriber', room: id, pin, streams }),
    )
  }

  async changeFeeds(by: Handle, { add, drop }: { add: number[]; drop: number[] }) {
    return asOffer(
      await this.#tellAndWait(by, {
        request: 'update',
        ...(add.length > 0 && { subscribe: add.map(feed => ({ feed })) }),
        ...(drop.length > 0 && { unsubscribe: drop.map(feed => ({ feed })) }),
      }),
    )
  }

  /** The line by which somebody receives, laid anew. */
  async restart(by: Handle) {
    return asOffer(await this.#tellAndWait(by, { request: 'configure', restart: true }))
  }

  async start(by: Handle, sdp: string): Promise<void> {
    await this.#tellAndWait(by, { request: 'start' }, { type: 'answer', sdp, e2ee: true } as Description)
  }
}

/** Which of its lines carries whose stream. Without a description nothing changed. */
function asOffer({ data, jsep }: { data: Record<string, unknown>; jsep?: Description }) {
  const all = (data.streams ?? []) as { mid: string; feed_id?: number; active?: boolean }[]
  const streams: Stream[] = all.flatMap(({ mid, feed_id, active }) =>
    feed_id !== undefined && active !== false ? [{ mid, feed: Number(feed_id) }] : [],
  )
  return { streams, sdp: jsep?.sdp }
}

/** Undefined: there is none, and calls are of six. */
export function janusOf({ JANUS_URL, JANUS_SECRET, JANUS_ROOM_KEY }: JanusSettings): Janus | undefined {
  if (!JANUS_URL || !JANUS_SECRET || !JANUS_ROOM_KEY) return undefined
  return new Janus(JANUS_URL, JANUS_SECRET, JANUS_ROOM_KEY)
}

const lookEvery = 10_000
let looked: { at: number; isUp: Promise<boolean> } | undefined

/** Whether it is there, looked up every now and then: a call begun without it would be one that nobody can join. */
export async function canForward(settings: JanusSettings): Promise<boolean> {
  const janus = janusOf(settings)
  if (!janus) return false
  if (!looked || performance.now() - looked.at > lookEvery)
    looked = { at: performance.now(), isUp: janus.isUp() }
  return looked.isUp
}

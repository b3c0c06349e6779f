// Video calls inside encrypted conversations. Who is in one is kept by the server; what they say to each other to get
// connected passes through it sealed and signed, and pictures and sound do not pass through it at all.
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { queryNumber } from './query.ts'

/** Each sends to each of the others: more is too much for a phone. */
export const mostInCall = 6
/** Through a forwarding server each sends once. */
export const mostForwarded = 25
/** Whoever has not been heard of for so long is no longer in it. */
export const callPatience = 25_000
/** How long (ms) an answered call between two waits for a participant who reloaded the page or lost the connection. */
export const returnTime = 60_000
/** So long it rings. */
export const ringingTime = 45_000

const callId = z.string().check(z.regex(/^[0-9a-f-]{36}$/))
const dev = z.string().check(z.regex(/^[A-Za-z0-9_-]{11}$/))

export const callParams = z.object({ id: callId })
export const callBody = z.strictObject({ dev })
/** `isAway`: the page was closed or reloaded, so an answered call between two waits for `returnTime`. */
export const leaveCallBody = z.strictObject({ dev, isAway: z.optional(z.boolean()) })
/** `isAudioOnly` counts for whoever begins it. */
export const joinCallBody = z.strictObject({
  dev,
  /** Joins this call alone. Without it, a call is begun where none runs. */
  callId: z.optional(callId),
  isAudioOnly: z.optional(z.boolean()),
  /** This browser can seal what it sends frame by frame, without which nothing is forwarded. */
  canSealFrames: z.optional(z.boolean()),
})

const callMember = z.object({
  userId: id,
  dev,
  fullName: z.string(),
  joinedAt: instant,
  /** Of a call that is forwarded: there is something to receive from them. */
  isSending: z.boolean(),
})
export const call = z.object({
  id: callId,
  groupId: id,
  startedBy: id,
  startedAt: instant,
  /** When somebody else first came. */
  answeredAt: z.nullable(instant),
  /** Null while it runs. */
  endedAt: z.nullable(instant),
  isAudioOnly: z.boolean(),
  /** Through a server that forwards what it cannot open; else devices connect to each other. */
  isForwarded: z.boolean(),
  /** Who is in it now, in the order of joining. */
  members: z.array(callMember),
  /** Members who have left the call. */
  formerMembers: z.array(id),
  /** Who said no. */
  declined: z.array(id),
  /** In a conversation of two: who is in another call just now. */
  busy: z.array(id),
})
/** As it travels: moments are text. */
export type Call = z.input<typeof call>
export type CallMember = z.input<typeof callMember>

/** What a conversation shows of a call, by the server's word. */
export const callTrace = z.object({
  id: callId,
  /** The message that it stands after; 0: before all of them. */
  afterSeq: z.int(),
  startedBy: id,
  fullName: z.string(),
  startedAt: instant,
  answeredAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  isAudioOnly: z.boolean(),
  /** How many were ever in it. */
  people: z.int(),
  /** Whether one was in it oneself, and whether one said no. */
  wasIn: z.boolean(),
  hasDeclined: z.boolean(),
})
export type CallTrace = z.input<typeof callTrace>

/** So many at once, the newest. */
export const mostTraces = 200
/** `from`: those that stand after this message, or after a later one. */
export const tracesQuery = z.strictObject({ from: z._default(queryNumber(0, 999_999_999), 0) })

/** What is good to know before one joins. */
export const callWays = z.object({
  /** Through the relay alone, so that nobody learns another's address. */
  isRelayOnly: z.boolean(),
  /** How many can be in a call of a group that is larger than what devices manage by themselves. */
  most: z.int(),
})

const description = z.string().check(z.minLength(1), z.maxLength(50_000))

/** What a device sends to, or takes from, the forwarding server. */
export const publishBody = z.strictObject({ dev, sdp: description })
export type PublishBody = z.infer<typeof publishBody>
export const publishAnswer = z.object({ sdp: z.string() })

/** `isAnew`: also where nothing changed, because the line is gone. */
export const subscribeBody = z.strictObject({
  dev,
  to: z.array(z.strictObject({ userId: id, dev })).check(z.maxLength(mostForwarded)),
  isAnew: z.optional(z.boolean()),
})
export type SubscribeBody = z.infer<typeof subscribeBody>
/** Without a description nothing is to be done. */
export const subscribeAnswer = z.object({
  streams: z.array(z.object({ mid: z.string(), userId: id, dev: z.string() })),
  sdp: z.optional(z.string()),
})

const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})

export const joinedCall = z.object({
  call,
  iceServers: z.array(iceServer),
  /** Through the relay alone, so that nobody learns another's address. */
  isRelayOnly: z.boolean(),
})
export type JoinedCall = z.input<typeof joinedCall>

/** Characters of one sealed word from one device to another. */
export const longestSignal = 60_000

/** From one device in a call to another. The server sees who and how much. */
export const newSignal = z.strictObject({
  callId,
  fromDev: dev,
  to: id,
  toDev: dev,
  /** Chosen by the sender, one for each. */
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  sealed: z.string().check(z.minLength(1), z.maxLength(longestSignal), z.regex(/^[A-Za-z0-9_-]+$/)),
})
export type NewSignal = z.infer<typeof newSignal>

/** A part of it as it arrives: the bus between instances takes no more at once. Parts come in order. */
export const signalPart = z.object({
  callId: z.string(),
  from: id,
  fromDev: z.string(),
  toDev: z.string(),
  id: z.string(),
  /** From 1. */
  part: z.int(),
  of: z.int(),
  sealed: z.string(),
})
export type SignalPart = z.infer<typeof signalPart>

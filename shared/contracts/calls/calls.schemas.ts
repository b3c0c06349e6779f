// Audio and video calls in encrypted groups and direct conversations (WebRTC).
// The server keeps the list of participants of a call and relays the encrypted and signed signalling messages.
// Media of calls never pass through the application server. An optional media server (SFU) sees encrypted frames only.
import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { buildQueryNumberSchema } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

/**
 * Maximum number of participants of a mesh call: a call in which every device sends its streams to every other device.
 */
export const maxMeshParticipants = 6
/**
 * Maximum number of participants of a call through the media server, which forwards the one stream that each device
 * sends.
 */
export const maxForwardedParticipants = 25
/** Milliseconds without a heartbeat after which a participant is removed from a call. */
export const participantTimeout = 25_000
/** Milliseconds that an answered call of two people waits for one of them who lost the connection. */
export const reconnectTimeout = 60_000
/** Ringing time of a call in milliseconds. */
export const ringingTimeout = 45_000

const callId = z.string().check(z.regex(/^[0-9a-f-]{36}$/))
const dev = z.string().check(z.regex(/^[A-Za-z0-9_-]{11}$/))

export const callParams = z.object({ id: callId })
export const callBody = z.strictObject({ dev })
/**
 * Request to leave a call. `isAway`: the page was closed or reloaded, so a two-person call stays open for the user's
 * return.
 */
export const leaveCallBody = z.strictObject({ dev, isAway: z.optional(z.boolean()) })
/** Request to join or start a call. `isAudioOnly` has an effect only when the request starts a call. */
export const joinCallBody = z.strictObject({
  dev,
  /** Id of the call to join. When omitted, the request joins the group's running call or starts a new call. */
  callId: z.optional(callId),
  isAudioOnly: z.optional(z.boolean()),
  /** Whether the browser can encrypt media frames. Calls through the media server require media encryption. */
  canSealFrames: z.optional(z.boolean()),
})

const callMember = z.object({
  userId: id,
  dev,
  fullName: z.string(),
  joinedAt: instant,
  /** Whether the participant sends audio or video to the media server; used only in calls through a media server. */
  isSending: z.boolean(),
})
export const call = z.object({
  id: callId,
  groupId: id,
  startedBy: id,
  startedAt: instant,
  /** Time at which a second participant first joined the call. */
  answeredAt: z.nullable(instant),
  /** End of the call; null while the call is in progress. */
  endedAt: z.nullable(instant),
  isAudioOnly: z.boolean(),
  /** Whether a media server (SFU) forwards the encrypted media. Without it, devices connect directly to each other. */
  isForwarded: z.boolean(),
  /** Current participants of the call in the order of joining. */
  members: z.array(callMember),
  /** User ids of participants who have left the call. */
  formerMembers: z.array(id),
  /** User ids of members who declined the call. */
  declined: z.array(id),
  /** User ids of members who are now in another call; listed only for calls in a direct message. */
  busy: z.array(id),
})
/** Call as JSON: timestamps are ISO strings. */
export type Call = z.input<typeof call>
export type CallMember = z.input<typeof callMember>

/** Record of a call in a conversation. Participants do not sign it, so the server could forge it. */
export const callRecord = z.object({
  id: callId,
  /** Sequence number of the last message before the call; 0 when no message precedes the call. */
  afterSeq: z.int(),
  startedBy: id,
  fullName: z.string(),
  startedAt: instant,
  answeredAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  isAudioOnly: z.boolean(),
  /** Number of different people who took part in the call. */
  people: z.int(),
  /** Whether the API's caller took part in the recorded call. */
  wasIn: z.boolean(),
  /** Whether the user who requests the call record declined the call. */
  hasDeclined: z.boolean(),
})
export type CallRecord = z.input<typeof callRecord>

/** Maximum number of call records in a response. The newest records come first. */
export const maxCallRecords = 200
/** Query for call records: `from` limits the response to calls that took place after the message with this number. */
export const callRecordsQuery = z.strictObject({
  from: z._default(buildQueryNumberSchema(0, 999_999_999), 0),
})

/** Connection properties that the screen shows before a user joins a call. */
export const callConnectionInfo = z.object({
  /** Whether media go through the TURN relay only, so that participants do not learn IP addresses. */
  isRelayOnly: z.boolean(),
  /**
   * Maximum number of participants of a call in a large group, in which devices cannot connect to each other directly.
   */
  most: z.int(),
})

/** SDP session description of a call's media connection. */
const description = z.string().check(z.minLength(1), z.maxLength(50_000))

/** SDP offer or answer of a device for the media server. */
export const publishBody = z.strictObject({ dev, sdp: description })
export type PublishBody = z.infer<typeof publishBody>
export const publishResponse = z.object({ sdp: z.string() })

/**
 * Subscription of a device to the streams of other participants. `isAnew` negotiates the connection again after a
 * network loss.
 */
export const subscribeBody = z.strictObject({
  dev,
  to: z.array(z.strictObject({ userId: id, dev })).check(z.maxLength(maxForwardedParticipants)),
  isAnew: z.optional(z.boolean()),
})
export type SubscribeBody = z.infer<typeof subscribeBody>
/** Media streams of a call to which the device subscribes. Without `sdp`, the connection needs no renegotiation. */
export const subscribeResponse = z.object({
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
  /** Whether media go through the TURN relay only, so that participants do not learn IP addresses. */
  isRelayOnly: z.boolean(),
})
export type JoinedCall = z.input<typeof joinedCall>

/** Maximum length of an encrypted signalling message in characters. */
export const maxSignalLength = 60_000

/** Encrypted signalling message between two devices in a call. The server sees only participants and size. */
export const newSignal = z.strictObject({
  callId,
  fromDev: dev,
  to: id,
  toDev: dev,
  /** Id of the signalling message, chosen by the sender's device. */
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  sealed: z.string().check(z.minLength(1), z.maxLength(maxSignalLength), z.regex(/^[A-Za-z0-9_-]+$/)),
})
export type NewSignal = z.infer<typeof newSignal>

/**
 * Part of a signalling message as the server delivers it. The event bus of the server limits the size of a part; parts
 * arrive in order.
 */
export const signalPart = z.object({
  callId: z.string(),
  from: id,
  fromDev: z.string(),
  toDev: z.string(),
  id: z.string(),
  /** Number of this part of a split signalling message, starting at 1. */
  part: z.int(),
  of: z.int(),
  sealed: z.string(),
})
export type SignalPart = z.infer<typeof signalPart>

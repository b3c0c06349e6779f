import type { Call } from '#shared/contracts/calls/calls.schemas.ts'
import type { ConnectionLoss } from '#web/features/calls/connection/connection-loss.ts'
import type { ConnectionQuality } from '#web/features/calls/connection/connection-quality.ts'
import type { ParticipantStatus } from '#web/features/calls/connection/peer-connection.ts'

export interface RemoteParticipant extends ParticipantStatus {
  userId: number
  dev: string
  fullName: string
  stream?: MediaStream
  connection: RTCPeerConnectionState
  quality?: ConnectionQuality
}

/**
 * Reason why the call ended on this device.
 * `forged`: a signal failed verification. `gone`: the server removed this device from the call.
 * `declined`, `unanswered`: no other participant ever joined.
 */
export type CallEnding = 'left' | 'over' | 'declined' | 'unanswered' | 'forged' | 'gone'

export interface CallState {
  call: Call
  others: RemoteParticipant[]
  isHandUp: boolean
  /** Set while this device cannot reach the server. Audio and video between participants continue. */
  cutOff?: ConnectionLoss
  /** Participant keys (user and device) of all participants who are speaking; `me` stands for this device. */
  speaking: string[]
  /** Participant key (user and device) of the last speaker other than this user. */
  lastSpeaker?: string
  /** Time at which the first other participant joined the call, in milliseconds by this device's clock. */
  talkingSince?: number
  ending?: CallEnding
  /** Duration of the call in milliseconds; undefined when no other participant joined. */
  took?: number
}

/** Identifies a call participant by user and device. */
export const getParticipantKey = ({ userId, dev }: { userId: number; dev: string }) => `${userId}.${dev}`

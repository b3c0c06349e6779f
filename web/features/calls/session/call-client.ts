import type { Call, JoinedCall, NewSignal, SignalPart } from '#shared/contracts/calls/calls.schemas.ts'
import type { Acknowledgement } from '#shared/realtime/socket-events.ts'
import type { ForwardingClient } from '#web/features/calls/forwarding/forwarder-connection.ts'

/** Requests and socket events through which a device takes part in a call on the server. */
export interface CallClient extends ForwardingClient {
  /** Joins the group's call. With `callId`, joins only the call with this id and never starts a new one. */
  join(callId?: string): Promise<JoinedCall>
  /** Sends a heartbeat. A participant whose heartbeats stop is removed from the call by the server. */
  alive(callId: string): Promise<void>
  leave(callId: string): Promise<void>
  signal(signal: NewSignal): Promise<Acknowledgement>
  /** Adds a listener for the call's changes and, like every `on…` function, returns a function that removes it. */
  onChanged(listener: (call: Call) => void): () => void
  onSignal(listener: (part: SignalPart) => void): () => void
  /** Called when the socket connection between a device in a call and the server is restored. */
  onConnect(listener: () => void): () => void
  /** Called when a device in a call comes online again or changes to another network. */
  onNetwork(listener: () => void): () => void
  /** Whether the error says that the server has removed this device from the call. */
  isGone(error: unknown): boolean
  /** Reason why the server refused the request to join a call; undefined when the server was not reached. */
  refusalOf(error: unknown): 'over' | 'gone' | undefined
}

// Interface of the requests that devices of voters and trustees send to the server.
// In tests, an election server that behaves dishonestly replaces the real one.
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import type { DecryptionBody } from '#shared/contracts/elections/elections.schemas.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import type { DeviceElectionRecord } from './device-election-record.ts'
import type { ReadLogPage } from './read-new-election-log-events.ts'
import type { Booth } from './verify-election-setup.ts'
import type { ListedLine } from './verify-electoral-roll.ts'
import type { CeremonyExpectation, ListedCertificate } from './verify-trustee-certificates.ts'

export interface CastReceipt {
  hash: string
  height: number
  head: LogHead
}

export interface CeremonyView extends CeremonyExpectation {
  /** Position of the user among the election's trustees; null if the user is not a trustee. */
  index: number | null
  certificates: (ListedCertificate | null)[]
  vinput: string | null
  voutput: string | null
}

export interface ElectionServer {
  enrol(body: { credential: string; statement: Signed }): Promise<void>
  /** Election, trustees and public credentials as JSON in the election log; undefined until voting opens. */
  readBooth(): Promise<Booth | undefined>
  readRollLines(): Promise<ListedLine[]>
  readLogPage: ReadLogPage
  castBallot(ballot: string): Promise<CastReceipt>
  /** Whether the voter has replaced the accepted ballot by a newer one. */
  isBallotReplaced(hash: string): Promise<boolean>
  /** Reports to the server that the election log lacks an event that this device has seen before. */
  reportLostEvent(head: LogHead): Promise<void>
  readCeremony(): Promise<CeremonyView>
  readSecret(): Promise<{ version: number; blob: string | null }>
  /**
   * Stores the trustee's secret if the stored version is still `version`, otherwise rejects. Returns the new version.
   */
  saveSecret(body: { version: number; blob: string }): Promise<{ version: number }>
  submitCertificate(body: { certificate: string; statement: Signed }): Promise<void>
  submitPolynomial(polynomial: string): Promise<void>
  submitVoutput(voutput: string): Promise<void>
  submitDecryption(body: DecryptionBody): Promise<void>
  /** URL from which the election's public archive can be downloaded. */
  archiveUrl: string
}

/** Storage in which this device keeps its records about the election. */
export interface MemoryPort {
  read(): Promise<DeviceElectionRecord>
  update(change: (memory: DeviceElectionRecord) => DeviceElectionRecord): Promise<void>
}

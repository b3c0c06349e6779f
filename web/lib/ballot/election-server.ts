// Calls of the server that voters and trustees make. Tests replace them with a dishonest server.
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import type { RollLine } from '#shared/ballot/roll.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import type { Booth } from './check-booth.ts'
import type { CeremonyExpectation, ListedCertificate } from './check-certificates.ts'
import type { ReadLogPage } from './check-log.ts'
import type { ElectionMemory } from './election-memory.ts'

export interface CastReceipt {
  hash: string
  height: number
  head: LogHead
}

export interface CeremonyView extends CeremonyExpectation {
  /** Position of the user; null when the user is not a trustee. */
  index: number | null
  certificates: (ListedCertificate | null)[]
  vinput: string | null
  voutput: string | null
}

export interface ElectionServer {
  enrol(body: { credential: string; statement: Signed }): Promise<void>
  readBooth(): Promise<Booth>
  readRollLines(): Promise<RollLine[]>
  readLogPage: ReadLogPage
  castBallot(ballot: string): Promise<CastReceipt>
  readCeremony(): Promise<CeremonyView>
  readSecret(): Promise<{ version: number; blob: string | null }>
  /** Stores the secret if `version` is still the stored one, otherwise rejects. Returns the new version. */
  saveSecret(body: { version: number; blob: string }): Promise<{ version: number }>
  submitCertificate(body: { certificate: string; statement: Signed }): Promise<void>
  submitPolynomial(polynomial: string): Promise<void>
  submitVoutput(voutput: string): Promise<void>
  submitDecryption(partialDecryption: string): Promise<void>
  /** URL of the public archive. */
  archiveUrl: string
}

/** Memory of this device about the election. */
export interface MemoryPort {
  read(): Promise<ElectionMemory>
  update(change: (memory: ElectionMemory) => ElectionMemory): Promise<void>
}

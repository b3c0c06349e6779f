import type { electionTrustees } from '#server/db/schema/elections.ts'
import { getDecryptionThreshold } from '#shared/ballot/trustees/ceremony.ts'
import type { ElectionStatus, TrusteeTask } from '#shared/contracts/elections/elections.schemas.ts'

export type Trustee = typeof electionTrustees.$inferSelect

/** True when every trustee has finished the key ceremony, so that the election can open. */
export function isKeyCeremonyComplete(trustees: Trustee[]): boolean {
  return trustees.length > 0 && trustees.every(({ voutput }) => voutput !== null)
}

/** True when enough trustees have submitted partial decryptions to compute the result. */
export function isDecryptionThresholdReached(trustees: Trustee[]): boolean {
  const decrypted = trustees.filter(({ decryptedAt }) => decryptedAt !== null).length
  return decrypted >= getDecryptionThreshold(trustees.length)
}

function findCeremonyTask(own: Trustee, trustees: Trustee[]): TrusteeTask {
  if (own.certificate === null) return 'certificate'
  if (trustees.some(({ certificate }) => certificate === null)) return 'wait'
  if (own.polynomial === null) return 'polynomial'
  if (trustees.some(({ polynomial }) => polynomial === null)) return 'wait'
  return own.voutput === null ? 'voutput' : 'none'
}

/** Returns the next task of an election trustee. `isCounting` means that the tally waits for partial decryptions. */
export function findTrusteeTask(
  own: Trustee,
  trustees: Trustee[],
  { status, isCounting }: { status: ElectionStatus; isCounting: boolean },
): TrusteeTask {
  if (status === 'announced' || status === 'roll_fixed') return findCeremonyTask(own, trustees)
  const isWaiting = isCounting && own.decryptedAt === null && !isDecryptionThresholdReached(trustees)
  return isWaiting ? 'decryption' : 'none'
}

// Reads the trustees of an election from the server and verifies their signatures.
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { VerifySignature } from '#shared/e2ee/signed-text.ts'
import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import type { ElectionServer } from './election-server.ts'
import {
  type ListedCertificate,
  type OwnCertificate,
  requireValidKeyCeremony,
  verifyTrusteeCertificates,
} from './verify-trustee-certificates.ts'

/** Data and server functions that a device needs to verify the trustees of an election. */
export interface CeremonyCheck {
  server: Pick<ElectionServer, 'readCeremony'>
  electionUuid: string
  own: OwnCertificate
  compareCard(card: Card): KeyVerdict
  verify: VerifySignature
}

/** Reads the trustees of an election and verifies their signatures. Throws if the key ceremony is incomplete. */
export async function readAndVerifyTrusteesOfKeyCeremony({
  server,
  electionUuid,
  own,
  compareCard,
  verify,
}: CeremonyCheck): Promise<ListedCertificate[]> {
  const { certificates, ceremonyId, size, threshold } = await server.readCeremony()
  const ceremony = { ceremonyId, size, threshold }
  requireValidKeyCeremony(ceremony, electionUuid)
  const trustees = certificates.filter((entry): entry is ListedCertificate => entry !== null)
  await verifyTrusteeCertificates(trustees, ceremony, own, compareCard, verify)
  return trustees
}

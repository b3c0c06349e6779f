// Backup of a trustee's secret seed outside the server. All secrets of the key ceremony are derived from the seed.
import { BallotError } from '#shared/ballot/ballot-error.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import { findTrusteeIndex } from '#shared/ballot/trustees/trustee.ts'
import { throwBallotAlarmUnless } from './ballot-alarm.ts'
import { readVerifiedTrusteeCertificates } from './review-election-before-voting.ts'
import { readTrusteeSecret, storeTrusteeSecretOnServer, type TrusteePorts } from './trustee-steps.ts'

const seedPattern = /^[1-9A-HJ-NP-Za-km-z]{22}$/

function isSeedOfTrustee(seed: string, certificates: string[], index: number): boolean {
  try {
    return findTrusteeIndex(seed, certificates) === index
  } catch (error) {
    if (error instanceof BallotError) return false
    throw error
  }
}

/** Returns the trustee's secret seed, which the trustee writes down or stores outside the server. */
export async function exportTrusteeSecretSeed(ports: TrusteePorts): Promise<string> {
  const { secret } = await readTrusteeSecret(ports)
  throwBallotAlarmUnless(secret !== undefined, 'keys-missing')
  return secret.seed
}

/**
 * Stores a secret seed from a backup as the trustee's secret again, encrypted to the user's current keys. The seed must
 * yield the certificate at the trustee's position, and all certificates must pass the checks of the key ceremony.
 */
export async function restoreTrusteeSecretSeed(ports: TrusteePorts, typed: string): Promise<void> {
  const seed = typed.replace(/\s/g, '')
  throwBallotAlarmUnless(seedPattern.test(seed), 'backup-wrong')
  const { index } = await ports.server.readCeremony()
  const certificates = await readVerifiedTrusteeCertificates(ports)
  throwBallotAlarmUnless(index !== null && isSeedOfTrustee(seed, certificates, index), 'backup-wrong')
  const certificate = certificates[index - 1] as string
  const { version, secret } = await readTrusteeSecret(ports)
  const decryptedTally = secret?.decryptedTally ?? (await ports.memory.read()).decryptedTally
  await storeTrusteeSecretOnServer(ports, version, {
    seed,
    certificate,
    certificates: computeSha256InHex(certificates.join('\n')),
    ...(decryptedTally && { decryptedTally }),
  })
}

// Checks before a ballot is encrypted: questions, trustees and the voter's own credential.
import { BallotError } from '#shared/ballot/ballot-error.ts'
import { parseCredentials } from '#shared/ballot/credential.ts'
import { type Election, hashQuestions, parseElection } from '#shared/ballot/election.ts'
import { writeStructure } from '#shared/ballot/structures.ts'
import { combinePublicKey, parseTrustees, requireTrustees } from '#shared/ballot/trustees/trustees.ts'
import { BallotAlarm, requireHonest } from './ballot-alarm.ts'
import type { SeenElection } from './enrol.ts'

export interface Booth {
  election: string
  trustees: string
  credentials: string
}

/** Certificates of the people in the published trustees. */
export function listPublishedCertificates(trustees: string): string[] {
  return parseTrustees(trustees).flatMap(([kind, value]) =>
    kind === 'Pedersen' ? value.certs.map(certificate => writeStructure(certificate)) : [],
  )
}

/**
 * Checks that the election asks what the screen shows, that its key is that of the server and of the people of the key
 * ceremony, and that the voter's credential is in the list. Throws an alarm otherwise.
 */
export function checkBooth(
  booth: Booth,
  seen: SeenElection,
  certificates: string[],
  ownCredential: string,
): Election {
  try {
    const election = parseElection(booth.election)
    requireHonest(hashQuestions(election) === hashQuestions(seen), 'questions-changed')
    const trustees = parseTrustees(booth.trustees)
    requireTrustees(trustees)
    const kinds = trustees.map(([kind]) => kind).join()
    requireHonest(kinds === 'Single,Pedersen', 'trustees-changed', kinds)
    requireHonest(combinePublicKey(booth.trustees) === election.publicKey, 'trustees-changed', 'public key')
    const published = listPublishedCertificates(booth.trustees)
    requireHonest(published.join('\n') === certificates.join('\n'), 'trustees-changed', 'certificates')
    requireHonest(parseCredentials(booth.credentials).has(ownCredential), 'own-line-missing')
    return election
  } catch (error) {
    if (error instanceof BallotError) throw new BallotAlarm('trustees-changed', error.message)
    throw error
  }
}

import { type BallotVerifier, createBallotVerifier } from '#shared/ballot/ballot/verify-ballot.ts'
import { libsodiumGroup } from './libsodium-group.ts'

/** Ballot to verify, with the serialized election and voter credentials of the ballot protocol. */
export interface BallotTask {
  election: string
  credentials: string
  ballot: string
}

export type BallotVerdict = ReturnType<BallotVerifier['verify']>

/** Ballot verifiers of the latest elections, cached because creating one takes as long as verifying a ballot. */
const verifiers = new Map<string, BallotVerifier>()
const keptVerifiers = 8

export function runBallotVerificationTask({ election, credentials, ballot }: BallotTask): BallotVerdict {
  const known = verifiers.get(election)
  const verifier = known ?? createBallotVerifier(libsodiumGroup, { election, credentials })
  if (!known) {
    if (verifiers.size >= keptVerifiers) verifiers.clear()
    verifiers.set(election, verifier)
  }
  return verifier.verify(ballot)
}

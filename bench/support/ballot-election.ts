// Code of elections for bench/ballots.mjs, in one module that Vite bundles.
export { libsodiumGroup } from '#server/features/elections/ballot-verification/libsodium-group.ts'
export { createBallot } from '#shared/ballot/ballot/create-ballot.ts'
export { createBallotVerifier } from '#shared/ballot/ballot/verify-ballot.ts'
export { nobleGroup } from '#shared/ballot/group/noble-group.ts'
export { createBallotLogEntry, createElectionSetupLogEntry } from '#shared/ballot/log/log-entry.ts'
export { buildElectionArchive, setUpTestElection } from '#shared/ballot/test/generated-election.ts'

import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './elections.contracts.ts'

export const listElections = defineEndpoint<typeof contracts.listElections>('GET', '/api/elections')
export const createElection = defineEndpoint<typeof contracts.createElection>('POST', '/api/elections')
export const readElection = defineEndpoint<typeof contracts.readElection>('GET', '/api/elections/:id')
export const updateElection = defineEndpoint<typeof contracts.updateElection>('PUT', '/api/elections/:id')
export const deleteElection = defineEndpoint<typeof contracts.deleteElection>('DELETE', '/api/elections/:id')
export const announceElection = defineEndpoint<typeof contracts.announceElection>(
  'POST',
  '/api/elections/:id/announce',
)
export const answerNomination = defineEndpoint<typeof contracts.answerNomination>(
  'PUT',
  '/api/elections/:id/candidates/:candidateId/answer',
)
export const replaceTrustee = defineEndpoint<typeof contracts.replaceTrustee>(
  'PUT',
  '/api/elections/:id/trustees/:index',
)
export const readCeremony = defineEndpoint<typeof contracts.readCeremony>(
  'GET',
  '/api/elections/:id/ceremony',
)
export const submitCertificate = defineEndpoint<typeof contracts.submitCertificate>(
  'POST',
  '/api/elections/:id/ceremony/certificate',
)
export const submitPolynomial = defineEndpoint<typeof contracts.submitPolynomial>(
  'POST',
  '/api/elections/:id/ceremony/polynomial',
)
export const submitVoutput = defineEndpoint<typeof contracts.submitVoutput>(
  'POST',
  '/api/elections/:id/ceremony/voutput',
)
export const readTrusteeSecret = defineEndpoint<typeof contracts.readTrusteeSecret>(
  'GET',
  '/api/elections/:id/trustee-secret',
)
export const saveTrusteeSecret = defineEndpoint<typeof contracts.saveTrusteeSecret>(
  'PUT',
  '/api/elections/:id/trustee-secret',
)
export const enrol = defineEndpoint<typeof contracts.enrol>('PUT', '/api/elections/:id/enrolment')
export const readRoll = defineEndpoint<typeof contracts.readRoll>('GET', '/api/elections/:id/roll')
export const objectToRoll = defineEndpoint<typeof contracts.objectToRoll>(
  'POST',
  '/api/elections/:id/objections',
)
export const reportLostEvent = defineEndpoint<typeof contracts.reportLostEvent>(
  'PUT',
  '/api/elections/:id/lost-event',
)
export const confirmRoll = defineEndpoint<typeof contracts.confirmRoll>(
  'POST',
  '/api/elections/:id/roll/confirm',
)
export const sendReminders = defineEndpoint<typeof contracts.sendReminders>(
  'POST',
  '/api/elections/:id/reminders',
)
export const readBooth = defineEndpoint<typeof contracts.readBooth>('GET', '/api/elections/:id/booth')
export const castBallot = defineEndpoint<typeof contracts.castBallot>('POST', '/api/elections/:id/ballots')
export const readReceipt = defineEndpoint<typeof contracts.readReceipt>(
  'GET',
  '/api/elections/:id/ballots/:hash',
)
export const readElectionLog = defineEndpoint<typeof contracts.readElectionLog>(
  'GET',
  '/api/elections/:id/log',
)
export const downloadArchive = defineEndpoint<typeof contracts.downloadArchive>(
  'GET',
  '/api/election-archives/:uuid',
)
export const endElectionVotingEarly = defineEndpoint<typeof contracts.endElectionVotingEarly>(
  'POST',
  '/api/elections/:id/close',
)
export const readTally = defineEndpoint<typeof contracts.readTally>('GET', '/api/elections/:id/tally')
export const submitDecryption = defineEndpoint<typeof contracts.submitDecryption>(
  'POST',
  '/api/elections/:id/decryptions',
)
export const publishElectionResult = defineEndpoint<typeof contracts.publishElectionResult>(
  'POST',
  '/api/elections/:id/publish',
)
export const proposeAnnulment = defineEndpoint<typeof contracts.proposeAnnulment>(
  'POST',
  '/api/elections/:id/annulment',
)
export const confirmAnnulment = defineEndpoint<typeof contracts.confirmAnnulment>(
  'POST',
  '/api/elections/:id/annulment/confirm',
)
export const withdrawAnnulment = defineEndpoint<typeof contracts.withdrawAnnulment>(
  'DELETE',
  '/api/elections/:id/annulment',
)

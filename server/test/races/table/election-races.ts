// Entries of the concurrency test table: requests about elections.
import { createsNew, type RaceTable } from './race-call.ts'

const locksElection = 'locks the election and checks its state; server/features/elections tests its races'
const needsKeys = 'needs keys and ballots of browsers; server/features/elections tests its races'

export const electionRaces: RaceTable = {
  'POST /api/elections': createsNew,
  'PUT /api/elections/:id': locksElection,
  'DELETE /api/elections/:id': locksElection,
  'POST /api/elections/:id/announce': locksElection,
  'PUT /api/elections/:id/candidates/:candidateId/answer': locksElection,
  'PUT /api/elections/:id/trustees/:index': locksElection,
  'POST /api/elections/:id/ceremony/certificate': needsKeys,
  'POST /api/elections/:id/ceremony/polynomial': needsKeys,
  'POST /api/elections/:id/ceremony/voutput': needsKeys,
  'PUT /api/elections/:id/trustee-secret': needsKeys,
  'PUT /api/elections/:id/enrolment': needsKeys,
  'POST /api/elections/:id/objections': locksElection,
  'PUT /api/elections/:id/lost-event': locksElection,
  'POST /api/elections/:id/roll/confirm': locksElection,
  'POST /api/elections/:id/reminders': locksElection,
  'POST /api/elections/:id/ballots': needsKeys,
  'POST /api/elections/:id/close': locksElection,
  'POST /api/elections/:id/decryptions': needsKeys,
  'POST /api/elections/:id/publish': locksElection,
  'POST /api/elections/:id/annulment': locksElection,
  'POST /api/elections/:id/annulment/confirm': locksElection,
  'DELETE /api/elections/:id/annulment': locksElection,
  'job advance_elections': locksElection,
}

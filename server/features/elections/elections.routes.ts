import type { FeatureRoutes } from '#server/http/endpoints/implement.ts'
import { buildContentDispositionHeader } from '#server/http/files/attachment.ts'
import * as endpoints from '#shared/contracts/elections/elections.endpoints.ts'
import { announceElection } from './announce-election.service.ts'
import { confirmAnnulment, proposeAnnulment, withdrawAnnulment } from './annul-election.service.ts'
import { castBallot, readBallotReceipt, readDataNeededToEncryptBallot } from './cast-ballot.service.ts'
import { endElectionVotingEarly, publishElectionResult } from './close-election.service.ts'
import { readTallyForPartialDecryption, submitPartialDecryption } from './count-election.service.ts'
import { createElection, deleteElection, updateElection } from './edit-election.service.ts'
import { listElections } from './elections.queries.ts'
import {
  confirmElectoralRoll,
  enrolVoter,
  readElectoralRoll,
  storeObjectionToElectoralRoll,
} from './enrolment.service.ts'
import {
  readKeyCeremony,
  replaceTrustee,
  submitTrusteeCertificate,
  submitTrusteeKeyShare,
  submitTrusteePolynomial,
} from './key-ceremony.service.ts'
import { answerNomination } from './nominations.service.ts'
import { readElection } from './read-election.service.ts'
import { readElectionArchive, readElectionLog } from './read-election-archive.service.ts'
import { reportEventMissingFromElectionLog } from './report-lost-event.service.ts'
import { sendElectionReminders } from './send-reminders.service.ts'
import { readTrusteeSecret, saveTrusteeSecret } from './trustee-secret.service.ts'

export const registerRoutes: FeatureRoutes = implement => {
  implement(endpoints.listElections, ({ context }) => listElections(context))
  implement(endpoints.createElection, async ({ context, body }) => ({
    id: await createElection(context, body),
  }))
  implement(endpoints.readElection, ({ context, params }) => readElection(context, params.id))
  implement(endpoints.updateElection, ({ context, params, body }) => updateElection(context, params.id, body))
  implement(endpoints.deleteElection, ({ context, params }) => deleteElection(context, params.id))
  implement(endpoints.announceElection, ({ context, params }) => announceElection(context, params.id))
  implement(endpoints.answerNomination, ({ context, params, body }) =>
    answerNomination(context, params.id, params.candidateId, body),
  )
  implement(endpoints.replaceTrustee, ({ context, params, body }) =>
    replaceTrustee(context, params.id, params.index, body.userId),
  )
  implement(endpoints.readCeremony, ({ context, params }) => readKeyCeremony(context, params.id))
  implement(endpoints.submitCertificate, ({ context, params, body }) =>
    submitTrusteeCertificate(context, params.id, body),
  )
  implement(endpoints.submitPolynomial, ({ context, params, body }) =>
    submitTrusteePolynomial(context, params.id, body.polynomial),
  )
  implement(endpoints.submitVoutput, ({ context, params, body }) =>
    submitTrusteeKeyShare(context, params.id, body.voutput),
  )
  implement(endpoints.readTrusteeSecret, ({ context, params }) => readTrusteeSecret(context, params.id))
  implement(endpoints.saveTrusteeSecret, async ({ context, params, body }) => ({
    version: await saveTrusteeSecret(context, params.id, body),
  }))
  implement(endpoints.enrol, ({ context, params, body }) => enrolVoter(context, params.id, body))
  implement(endpoints.readRoll, ({ context, params, query }) => readElectoralRoll(context, params.id, query))
  implement(endpoints.objectToRoll, ({ context, params, body }) =>
    storeObjectionToElectoralRoll(context, params.id, body.text),
  )
  implement(endpoints.reportLostEvent, ({ context, params, body }) =>
    reportEventMissingFromElectionLog(context, params.id, body),
  )
  implement(endpoints.confirmRoll, ({ context, params }) => confirmElectoralRoll(context, params.id))
  implement(endpoints.sendReminders, ({ context, params }) => sendElectionReminders(context, params.id))
  implement(endpoints.readBooth, ({ context, params }) => readDataNeededToEncryptBallot(context, params.id))
  implement(endpoints.castBallot, ({ context, params, body }) => castBallot(context, params.id, body.ballot))
  implement(endpoints.readReceipt, ({ context, params }) =>
    readBallotReceipt(context, params.id, params.hash),
  )
  implement(endpoints.readElectionLog, ({ context, params, query }) =>
    readElectionLog(context, params.id, query),
  )
  implement(endpoints.downloadArchive, async ({ context, params, reply }) => {
    const archive = await readElectionArchive(context, params.uuid)
    return reply
      .header('content-type', 'application/x-tar')
      .header('content-disposition', buildContentDispositionHeader(`${params.uuid}.bel`))
      .send(archive)
  })
  implement(endpoints.endElectionVotingEarly, ({ context, params, body }) =>
    endElectionVotingEarly(context, params.id, body),
  )
  implement(endpoints.readTally, ({ context, params }) => readTallyForPartialDecryption(context, params.id))
  implement(endpoints.submitDecryption, ({ context, params, body }) =>
    submitPartialDecryption(context, params.id, body),
  )
  implement(endpoints.publishElectionResult, ({ context, params }) =>
    publishElectionResult(context, params.id),
  )
  implement(endpoints.proposeAnnulment, ({ context, params, body }) =>
    proposeAnnulment(context, params.id, body),
  )
  implement(endpoints.confirmAnnulment, ({ context, params }) => confirmAnnulment(context, params.id))
  implement(endpoints.withdrawAnnulment, ({ context, params }) => withdrawAnnulment(context, params.id))
}

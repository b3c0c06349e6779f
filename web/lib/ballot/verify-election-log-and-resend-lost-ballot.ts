// Checks an election's public event log. A device makes this check on every visit of the election's page.
import {
  type LogPorts,
  readElectionLogSinceLastVisit,
  requireNewestOwnBallotToBeLastInLog,
  requireOwnEnrolmentInElectoralRoll,
  resendLostBallot,
} from './voter.ts'

/** Unverified data of the server about the election, as the election's page receives them. */
interface StatedElection {
  isRollFixed: boolean
  hasLog: boolean
  isOpen: boolean
  /** The user's voting credential from the electoral roll, and the hash of the user's newest ballot. */
  credential: string | null
  ballotHash: string | null
}

/** Sends the user's newest accepted ballot again if the server has lost it. */
async function resendBallotIfLost(ports: LogPorts, { isOpen, credential, ballotHash }: StatedElection) {
  const { ballots = [] } = await ports.memory.read()
  const wasAccepted = ballots.some(({ height }) => height !== undefined)
  if (!isOpen || credential === null || !wasAccepted || ballots.at(-1)?.hash === ballotHash) return false
  return resendLostBallot(ports, ballotHash)
}

/**
 * Checks the election's public log on a visit, and sends the user's newest ballot again if the server has lost it. Throws an
 * alarm when the log contradicts what this device has seen. What the server states cannot switch off this check, and a
 * request that the server refuses cannot prevent the alarm.
 */
export async function verifyElectionLogAndResendLostBallot(
  ports: LogPorts,
  stated: StatedElection,
): Promise<{ hasResent: boolean }> {
  const { head } = await ports.memory.read()
  const hasLog = stated.hasLog || head !== undefined
  if (hasLog || stated.isRollFixed) await requireOwnEnrolmentInElectoralRoll(ports, stated.credential)
  if (!hasLog) return { hasResent: false }
  const [sent] = await Promise.allSettled([resendBallotIfLost(ports, stated)])
  await readElectionLogSinceLastVisit(ports)
  await requireNewestOwnBallotToBeLastInLog(ports)
  if (sent.status === 'rejected') throw sent.reason
  return { hasResent: sent.value }
}

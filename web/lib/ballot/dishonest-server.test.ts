// Devices of voters and trustees against a dishonest server. Every contradiction has to stop them with an alarm.
import { beforeAll, describe, expect, it } from 'vitest'
import { hashHex } from '#shared/ballot/hash.ts'
import {
  createBallotEntry,
  createEndBallotsEntry,
  createTallyEntry,
  type LogEntry,
} from '#shared/ballot/log/log-entry.ts'
import { hashRoll, type RollLine } from '#shared/ballot/roll.ts'
import { checkPartialDecryption } from '#shared/ballot/tally/partial-decryption.ts'
import { computeTally } from '#shared/ballot/tally/tally.ts'
import { createCertificate, createTrusteeSeed } from '#shared/ballot/trustees/trustee.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { signText } from '#web/lib/e2ee/crypto/identity.ts'
import { BallotAlarm } from './ballot-alarm.ts'
import { checkCertificates, type ListedCertificate } from './check-certificates.ts'
import { createEnrolment } from './enrol.ts'
import { judgeRecount } from './judge-recount.ts'
import { createDevice, createUser, pinCards, TestElection } from './test-election.ts'
import { makeCertificate, makeDecryption, makePolynomial, makeShare } from './trustee-steps.ts'
import { castVote, checkOwnRoll, enrolVoter, watchLog } from './voter.ts'

const election = new TestElection()
let people: Identity[] = []
const person = (at: number) => people[at] as Identity
type Device = Awaited<ReturnType<typeof createDevice>>
let devices: Device[] = []
const device = (at: number) => devices[at] as Device

async function alarmOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof BallotAlarm) return error.kind
    throw error
  }
  return 'none'
}

beforeAll(async () => {
  people = await Promise.all([1, 2, 3, 4, 5].map(userId => createUser(userId)))
  const pins = people.map(({ card }) => card)
  devices = await Promise.all(
    people.map((identity, at) => createDevice(election, identity, { index: at + 1, pins })),
  )
  const trustees = devices.slice(0, 3)
  for (const step of [makeCertificate, makePolynomial, makeShare]) for (const own of trustees) await step(own)
  for (const voter of devices) await enrolVoter(voter, election.questionsHash)
  election.open()
}, 60_000)

describe('enrolment and roll', () => {
  it('passes for every enrolled voter and knows all keys', async () => {
    const lines = await checkOwnRoll(device(3), 1)
    expect(lines.map(({ mark }) => mark)).toEqual(Array(5).fill('known'))
  })

  it('refuses to enrol for other questions than those on the screen', async () => {
    expect(await alarmOf(enrolVoter(device(0), 'f'.repeat(64)))).toBe('questions-changed')
  })

  async function serveRoll(change: (lines: RollLine[]) => RollLine[] | Promise<RollLine[]>, at = 3) {
    const roll = await change([...election.roll])
    const forged = Object.assign(new TestElection(), {
      roll,
      certificates: election.certificates,
      polynomials: election.polynomials,
      voutputs: election.voutputs,
    })
    forged.open()
    const pins = people.map(({ card }) => card)
    return createDevice(forged, person(at), { pins })
  }

  async function enrolAs(identity: Identity): Promise<RollLine> {
    const { statement } = await createEnrolment(identity, election.seen, election.questionsHash)
    return { card: identity.card, late: false, enrolment: statement }
  }

  it('raises an alarm when the roll is not the one whose hash stands in the election', async () => {
    const own = await createDevice(election, person(3), {
      server: { readRollLines: async () => election.roll.slice(1) },
    })
    expect(await alarmOf(checkOwnRoll(own, 1))).toBe('roll-forged')
  })

  it('raises an alarm at a line without the signature of its card', async () => {
    const own = await serveRoll(async lines => {
      const [first, ...rest] = lines as [RollLine, ...RollLine[]]
      const stranger = await enrolAs(await createUser(1))
      return [{ ...first, enrolment: stranger.enrolment }, ...rest]
    })
    expect(await alarmOf(checkOwnRoll(own, 1))).toBe('roll-forged')
  })

  it('marks a line of a member whose card differs from the pinned one as forged', async () => {
    const own = await serveRoll(async lines => [await enrolAs(await createUser(1)), ...lines.slice(1)])
    const lines = await checkOwnRoll(own, 1)
    expect(lines.find(({ userId }) => userId === 1)?.mark).toBe('forged')
  })

  it('marks a line with a card of a lower generation than the pinned one as forged', async () => {
    const renewed = await createUser(1, 2)
    const own = await serveRoll(lines => lines)
    const lines = await checkOwnRoll({ ...own, compareCard: pinCards([renewed.card]) }, 1)
    expect(lines.find(({ userId }) => userId === 1)?.mark).toBe('forged')
  })

  it('raises an alarm when the user’s own line was made by the server or is missing', async () => {
    const forged = await serveRoll(async lines => [
      ...lines.slice(0, 3),
      await enrolAs(await createUser(4)),
      ...lines.slice(4),
    ])
    expect(await alarmOf(checkOwnRoll(forged, 1))).toBe('own-line-forged')
    const missing = await serveRoll(lines => [...lines.slice(0, 3), ...lines.slice(4)])
    expect(await alarmOf(checkOwnRoll(missing, 1))).toBe('own-line-missing')
    const uninvited = await serveRoll(lines => lines)
    expect(await alarmOf(checkOwnRoll(uninvited, undefined))).toBe('own-line-forged')
  })

  it('marks a first card that was published after the announcement', async () => {
    const own = await serveRoll(lines =>
      lines.map(line => (line.card.userId === 1 ? { ...line, late: true } : line)),
    )
    const lines = await checkOwnRoll({ ...own, compareCard: () => 'first' }, 1)
    expect(lines.find(({ userId }) => userId === 1)?.mark).toBe('late')
    expect(lines.find(({ userId }) => userId === 2)?.mark).toBe('first')
  })

  it('binds the roll to the election by its hash', () => {
    const { credential_authority } = JSON.parse(election.log[0]?.data[0] as string)
    expect(credential_authority).toBe(hashRoll(election.roll))
  })
})

describe('trustees', () => {
  async function forgeCertificate(index: number, identity: Identity): Promise<ListedCertificate> {
    const certificate = createCertificate(createTrusteeSeed(), { size: 3, threshold: 2, index })
    const { userId, gen } = identity.card
    const body = {
      ceremonyId: election.seen.uuid,
      size: 3,
      threshold: 2,
      index,
      certificate: hashHex(certificate),
      userId,
      gen,
    }
    const statement = await signText(identity.sign, 'trustee', JSON.stringify(body))
    return { userId, certificate, statement, card: identity.card }
  }

  async function serveCertificates(at: number, forged: ListedCertificate) {
    const honest = election.serve(person(at), at + 1)
    const readCeremony = async () => {
      const view = await honest.readCeremony()
      const certificates = view.certificates.map(entry => (entry?.userId === forged.userId ? forged : entry))
      return { ...view, certificates }
    }
    return { ...device(at), server: { ...device(at).server, readCeremony } }
  }

  it('refuse a certificate in their own name that they did not make, also with their own card', async () => {
    const stranger = await forgeCertificate(1, await createUser(1))
    expect(await alarmOf(makePolynomial(await serveCertificates(0, stranger)))).toBe('own-certificate-forged')
    const replayed = await forgeCertificate(1, person(0))
    expect(await alarmOf(makePolynomial(await serveCertificates(0, replayed)))).toBe('own-certificate-forged')
  })

  it('refuse a certificate signed by another card than the pinned one, also of a lower generation', async () => {
    const stranger = await forgeCertificate(2, await createUser(2))
    expect(await alarmOf(makePolynomial(await serveCertificates(0, stranger)))).toBe('trustee-key-changed')
    const renewed = await createUser(2, 2)
    const own = { ...device(0), compareCard: pinCards([renewed.card]) }
    expect(await alarmOf(makePolynomial(own))).toBe('trustee-key-changed')
  })

  it('are checked by voters: a server that invented a trustee gets no ballot', async () => {
    const stranger = await forgeCertificate(2, await createUser(2))
    const voter = await serveCertificates(3, stranger)
    expect(await alarmOf(castVote(voter, 1, [[1, 0]]))).toBe('trustee-key-changed')
  })

  it('must have signed for this ceremony and position', async () => {
    const list = election.certificates as ListedCertificate[]
    const own = { userId: 9, cards: [], certificate: undefined }
    const ceremony = { ceremonyId: 'AnotherCeremony1111', size: 3, threshold: 2 }
    const { verify } = device(0)
    expect(await alarmOf(checkCertificates(list, ceremony, own, () => 'same', verify))).toBe(
      'certificate-unsigned',
    )
    const swapped = [list[1], list[0], list[2]] as ListedCertificate[]
    const same = { ...ceremony, ceremonyId: election.seen.uuid }
    expect(await alarmOf(checkCertificates(swapped, same, own, () => 'same', verify))).toBe(
      'certificate-unsigned',
    )
  })
})

describe('voting', () => {
  it('casts ballots that are in the log and remembers its newest hash', async () => {
    for (const [at, voter] of devices.entries()) {
      const cast = await castVote(voter, 1, [at % 2 === 0 ? [1, 0] : [0, 1]])
      expect(election.log[cast.height]?.data[0]).toBe(voter.kept().ballots?.[0]?.text)
      expect(voter.kept().head).toEqual(cast.head)
    }
  }, 60_000)

  it('raises an alarm when the accepted ballot is not in the log', async () => {
    const { readLogPage } = device(0).server
    const castBallot = async (ballot: string) => ({
      hash: hashHex(ballot),
      height: 2,
      head: election.log[2] as LogEntry,
    })
    const voter = { ...device(0), server: { ...device(0).server, castBallot, readLogPage } }
    expect(await alarmOf(castVote(voter, 1, [[1, 0]]))).toBe('ballot-missing')
  })

  it('raises an alarm when the log was rewritten, cut or emptied since the last visit', async () => {
    const [setup, first, second] = election.log as [LogEntry, LogEntry, LogEntry]
    const rewritten = [setup, createBallotEntry(setup, second.data[0] as string)]
    for (let at = 2; at < election.log.length; at += 1) {
      rewritten.push(createBallotEntry(rewritten.at(-1) as LogEntry, first.data[0] as string))
    }
    for (const log of [rewritten, election.log.slice(0, 3), []]) {
      const forged = Object.assign(new TestElection(), { log })
      const watcher = { ...device(4), server: forged.serve(person(4)) }
      expect(await alarmOf(watchLog(watcher))).toBe('log-rewritten')
    }
    expect(await alarmOf(watchLog(device(4)))).toBe('none')
  })
})

describe('count', () => {
  it('lets a trustee decrypt the tally that follows from the log', async () => {
    election.close()
    await makeDecryption(device(0))
    const [text = '', trustees = ''] = election.log[0]?.data ?? []
    const encryptedTally = election.log.at(-1)?.data[0] as string
    const partialDecryption = election.decryptions[0] as string
    expect(
      checkPartialDecryption({ election: text, trustees, encryptedTally, owner: 2, partialDecryption }),
    ).toBe(true)
  }, 60_000)

  /** Log with the same ballots but one, whose hashes are all recomputed. */
  function countWithoutOneBallot(): LogEntry[] {
    const log = election.log.slice(0, 1)
    const ballots = election.log.filter(({ type }) => type === 'Ballot').map(({ data }) => data[0] as string)
    for (const ballot of ballots.slice(1)) log.push(createBallotEntry(log.at(-1) as LogEntry, ballot))
    log.push(createEndBallotsEntry(log.at(-1) as LogEntry))
    const tally = computeTally(election.log[0]?.data[0] as string, ballots.slice(1))
    log.push(createTallyEntry(log.at(-1) as LogEntry, tally))
    return log
  }

  it('refuses an archive that does not contain the log that the trustee has seen', async () => {
    const trustee = { ...device(1), recount: async () => election.recount(countWithoutOneBallot()) }
    expect(await alarmOf(makeDecryption(trustee))).toBe('log-rewritten')
  }, 60_000)

  it('refuses to decrypt a second tally, also on another device of the trustee', async () => {
    const forged = Object.assign(new TestElection(), { log: countWithoutOneBallot() })
    const fresh = await createDevice(election, person(0), { index: 1, pins: people.map(({ card }) => card) })
    const { readLogPage } = forged.serve(person(0))
    const lured = {
      ...fresh,
      server: { ...fresh.server, readLogPage },
      recount: async () => ({ ...forged.recount(), numTallied: 5 }),
    }
    expect(await alarmOf(makeDecryption(lured))).toBe('second-tally')
    const rolledBack = { ...device(0).server, readSecret: async () => ({ version: 1, blob: null }) }
    expect(await alarmOf(makeDecryption({ ...device(0), server: rolledBack }))).toBe('second-tally')
  }, 60_000)

  it('refuses to decrypt fewer than five ballots', async () => {
    const small = { ...device(2), recount: async () => ({ ...election.recount(), numTallied: 4 }) }
    expect(await alarmOf(makeDecryption(small))).toBe('too-few-ballots')
  }, 60_000)

  it('finds an invented result, an archive cut short, another roll and a rewritten log', () => {
    const { report } = election.recount()
    const shown = {
      uuid: election.seen.uuid,
      isPublished: false,
      rollHash: hashRoll(election.roll),
      results: [null],
    }
    const memory = { head: device(4).kept().head }
    expect(judgeRecount(report, shown, memory as never)).toEqual([])
    expect(judgeRecount(report, { ...shown, isPublished: true }, {})).toEqual(['result-missing'])
    expect(judgeRecount(report, { ...shown, rollHash: 'a'.repeat(64) }, {})).toEqual(['roll-differs'])
    expect(judgeRecount(report, { ...shown, uuid: 'x' }, {})).toEqual(['other-election'])
    expect(judgeRecount(report, shown, { head: { height: 3, hash: 'b'.repeat(64) } })).toEqual([
      'log-rewritten',
    ])
    const published = { ...report, stage: 'published' as const, result: '{"result":[[3,2]]}' }
    const results = [{ counts: [5, 0], blank: null }]
    expect(judgeRecount(published, { ...shown, isPublished: true, results }, {})).toEqual(['result-differs'])
  }, 60_000)
})

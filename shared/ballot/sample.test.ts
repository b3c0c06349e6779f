import { describe, expect, it } from 'vitest'
import { ArchiveReader } from './archive/read-archive.ts'
import { verifyArchive } from './archive/verify-archive.ts'
import { buildElectionArchiveEntry, writeElectionArchiveHeader } from './archive/write-archive.ts'
import { createBallotVerifier } from './ballot/verify-ballot.ts'
import { computePublicCredential, deriveSecretExponentFromVotingCredential } from './credential.ts'
import { nobleGroup } from './group/noble-group.ts'
import { computePartialDecryption } from './tally/partial-decryption.ts'
import { computeElectionResult, parseElectionResult } from './tally/result.ts'
import { computeTally } from './tally/tally.ts'
import { readSampleElectionArchive, sample } from './test/sample.ts'
import { buildKeyShareInputForTrustee, buildThresholdTrusteeParameters } from './trustees/ceremony.ts'
import { computePublicKeyOfPrivateKey } from './trustees/single.ts'
import { createKeyShare, decryptKeyShare, findTrusteeIndex } from './trustees/trustee.ts'

const archive = readSampleElectionArchive()
const entries = new ArchiveReader().push(archive)
const dataOf = (height: number) => entries[height]?.data ?? []
const [election, trustees, credentials] = dataOf(0) as [string, string, string, string]
const ballots = entries.slice(1, 9).map(({ data }) => data[0] as string)
const certificates = sample.trustees.map(({ certificate }) => certificate)

describe('sample election of belenios-tool', () => {
  it('the sample election of belenios-tool passes every check of the archive verifier', () => {
    const report = verifyArchive(archive)
    expect(report.checks.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(report).toMatchObject({ ok: true, stage: 'published', ballots: 8, voters: 5 })
    expect(parseElectionResult(election, report.result as string)).toEqual([
      { counts: [3, 1], blank: null },
      { counts: [2, 1], blank: 2 },
    ])
  })

  it('the archive writer reproduces the sample archive byte for byte from its entries', () => {
    const parts = [
      writeElectionArchiveHeader(1_794_920_452),
      ...entries.map(entry => buildElectionArchiveEntry(entry, 1_794_920_452)),
    ]
    expect(Buffer.concat(parts).equals(archive)).toBe(true)
  })

  it('the public credentials of the sample election are derived from its private credentials', () => {
    const derived = sample.credentials.map(text =>
      computePublicCredential(deriveSecretExponentFromVotingCredential(sample.uuid, text)),
    )
    expect(derived.sort()).toEqual(JSON.parse(credentials).sort())
  })

  it('the ballot verifier accepts the ballots of the sample election', () => {
    const verifier = createBallotVerifier(nobleGroup, { election, credentials })
    expect(ballots.map(ballot => verifier.verify(ballot).ok)).toEqual(Array(8).fill(true))
  })

  it('the sample election contains the encrypted tally that shared/ballot computes', () => {
    const tally = computeTally(election, ballots)
    expect([tally.encryptedTally, tally.sized]).toEqual(dataOf(10))
  })

  it('decryptions made by shared/ballot give the same result as those of the sample election', () => {
    const tally = computeTally(election, ballots)
    const keys = [
      sample.serverPrivateKey,
      ...sample.trustees.map(({ seed, voutput }) => decryptKeyShare(seed, voutput)),
    ]
    const decrypt = (owner: number) => ({
      owner,
      partialDecryption: computePartialDecryption(election, tally.encryptedTally, keys[owner - 1] as string),
    })
    for (const owners of [
      [1, 2, 3],
      [1, 2, 4],
      [4, 3, 1],
      [1, 2, 3, 4],
    ]) {
      const partialDecryptions = owners.map(decrypt)
      expect(computeElectionResult({ election, trustees, partialDecryptions, ...tally })).toBe(dataOf(14)[0])
    }
    for (const owners of [[1, 2], [2, 3, 4], [1]]) {
      const partialDecryptions = owners.map(decrypt)
      expect(() => computeElectionResult({ election, trustees, partialDecryptions, ...tally })).toThrow()
    }
  })

  it('trustees decrypt the key shares that the sample election contains', () => {
    for (const { seed, decryptionKey, voutput } of sample.trustees) {
      expect(JSON.parse(voutput).private_key).toBe(decryptionKey)
      expect(computePublicKeyOfPrivateKey(decryptKeyShare(seed, voutput))).toBe(
        JSON.parse(voutput).public_key.public_key,
      )
    }
  })

  it('repeating the key ceremony of the sample election reproduces the messages of its trustees', () => {
    const [, pedersen] = JSON.parse(trustees)
    const voutputs = sample.trustees.map(({ voutput }) => voutput)
    expect(buildThresholdTrusteeParameters(certificates, sample.polynomials, voutputs)).toBe(
      JSON.stringify(pedersen[1]),
    )
    for (const [at, { seed, vinput, voutput }] of sample.trustees.entries()) {
      expect(findTrusteeIndex(seed, certificates)).toBe(at + 1)
      expect(buildKeyShareInputForTrustee(certificates, sample.polynomials, at + 1)).toBe(vinput)
      const own = createKeyShare(seed, certificates, vinput)
      expect(decryptKeyShare(seed, own)).toBe(decryptKeyShare(seed, voutput))
    }
  })
})

// Lists what the help page promises about secret ballots, and the test that proves each promise.
// The test fails when a sentence or test title has changed, so that no promise stays without a proof.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { electionHelpText } from '#texts/election-help.ts'

const attacks = 'shared/ballot/attacks.test.ts'
const devices = 'web/lib/ballot/dishonest-server.test.ts'
const operator = 'web/lib/ballot/operator-attacks.test.ts'
const rules = 'server/features/elections/election-rules.test.ts'

const claims: { claim: string; proof: string; title: string }[] = [
  {
    claim: 'Kiraan hanya dibuka oleh lebih separuh daripada pemegang amanah bersama pelayan.',
    proof: attacks,
    title:
      'the archive verifier rejects an invented result and a result with too few decryptions by trustees',
  },
  {
    claim: 'Penganjur dan pembaca pangkalan data tidak dapat membaca undi anda.',
    proof: devices,
    title: 'a voter device verifies the trustees and sends no ballot when the server has invented a trustee',
  },
  {
    claim: 'hanya kepada majoriti daripada sekurang-kurangnya tiga pemegang amanah',
    proof: operator,
    title:
      'a voter device sends no ballot when the election has a single trustee, or when a minority of the trustees could decrypt',
  },
  {
    claim: 'selepas anda mengesahkan nama mereka',
    proof: operator,
    title:
      'a voter device without records asks the voter to confirm the trustees, and asks again when their keys change',
  },
  {
    claim: 'bagi pihak ahli yang kuncinya sudah dikenali oleh peranti pengundi lain',
    proof: devices,
    title:
      'a voter device marks the entry of a voter whose key differs from the pinned key as forged and sends no ballot',
  },
  {
    claim: 'Peranti pemegang amanah menyemak daftar pengundi dan setiap kertas undi sebelum membuka kiraan',
    proof: operator,
    title:
      'a trustee device refuses to decrypt a tally that contains the ballot of one voter among ballots with invented credentials',
  },
  {
    claim: 'lalu menunjukkan kod penutupan',
    proof: operator,
    title:
      'two trustees see different codes of the closed election log when the server shows each a different selection of genuine ballots',
  },
  {
    claim: 'Setiap kertas undi ditandatangani dengan kelayakan yang dibuat oleh pelayar pengundi.',
    proof: attacks,
    title: 'the archive verifier rejects a ballot that was copied under the credential of another voter',
  },
  {
    claim: 'Keputusan palsu ditolak semasa kira semula',
    proof: attacks,
    title:
      'the archive verifier rejects an election log without one of the ballots, because the tally then differs',
  },
  {
    claim:
      'soalan, calon, tarikh dan daftar pengundi tidak dapat diubah, walaupun terus dalam pangkalan data',
    proof: rules,
    title:
      'database triggers reject changes of an announced election, its questions, electoral roll and event log by the database role of the application',
  },
  {
    claim: 'Kertas undi yang diterima tersimpan dalam log sekali sahaja.',
    proof: rules,
    title:
      'twenty concurrent requests of a voter with the same ballot store it once and return the same receipt',
  },
  {
    claim: 'memberi amaran jika log itu ditulis semula',
    proof: devices,
    title:
      'a voter device raises an alarm when the election log was rewritten, truncated or emptied since the last visit',
  },
  {
    claim: 'atau jika undi lama anda akan dikira',
    proof: operator,
    title:
      'a voter device raises an alarm when a ballot that it had replaced is logged after its newest ballot, until the voter votes again',
  },
  {
    claim: 'Jika kurang daripada lima orang mengundi, undi tidak dibuka.',
    proof: rules,
    title:
      'a ballot that arrives while voting closes is either accepted before the end of voting or refused, and voting closes only once',
  },
]

const readText = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ')

test.each(claims)('the help page says "$claim", and the named test proves it', ({ claim, proof, title }) => {
  expect(JSON.stringify(electionHelpText)).toContain(claim)
  expect(readText(proof)).toContain(title)
})

test('every protection that the help page claims for elections has a named test', () => {
  for (const point of electionHelpText.protected)
    expect([point, claims.some(({ claim }) => point.text.includes(claim))]).toEqual([point, true])
})

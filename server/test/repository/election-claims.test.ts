// What the help page promises about secret ballots, and the test that proves each promise.
// A changed sentence or test title fails here, so that no promise stays without a proof.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { electionHelpText } from '#texts/election-help.ts'

const attacks = 'shared/ballot/attacks.test.ts'
const devices = 'web/lib/ballot/dishonest-server.test.ts'
const rules = 'server/features/elections/election-rules.test.ts'
const life = 'server/features/elections/elections.test.ts'

const claims: { claim: string; proof: string; title: string }[] = [
  {
    claim: 'Kiraan hanya dibuka oleh lebih separuh daripada pemegang amanah bersama pelayan.',
    proof: attacks,
    title: 'rejects an invented result and a result without the threshold of trustees',
  },
  {
    claim: 'Pelayan, penganjur dan pembaca pangkalan data tidak dapat membaca undi anda.',
    proof: devices,
    title: 'are checked by voters: a server that invented a trustee gets no ballot',
  },
  {
    claim: 'Setiap kertas undi ditandatangani dengan kelayakan yang dibuat oleh pelayar pengundi.',
    proof: attacks,
    title: 'rejects a ballot replayed under the credential of another voter',
  },
  {
    claim: 'Keputusan palsu ditolak semasa kira semula',
    proof: attacks,
    title: 'rejects a dropped ballot, because the tally differs',
  },
  {
    claim:
      'soalan, calon, tarikh dan daftar pengundi tidak dapat diubah, walaupun terus dalam pangkalan data',
    proof: rules,
    title:
      'reject changes of an announced election, its questions, its roll and its log by SQL of the application role',
  },
  {
    claim: 'Kertas undi yang diterima tersimpan dalam log sekali sahaja.',
    proof: life,
    title:
      'stores one ballot when twenty equal requests of one voter arrive concurrently, with one receipt for all',
  },
  {
    claim: 'memberi amaran jika log itu ditulis semula',
    proof: devices,
    title: 'raises an alarm when the log was rewritten, cut or emptied since the last visit',
  },
  {
    claim: 'Jika kurang daripada lima orang mengundi, undi tidak dibuka.',
    proof: rules,
    title: 'refuses a foreign ballot, a damaged ballot and a ballot after closing, and closes once',
  },
]

const readText = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ')

test.each(claims)('the help page says "$claim", and the named test proves it', ({ claim, proof, title }) => {
  expect(JSON.stringify(electionHelpText)).toContain(claim)
  expect(readText(proof)).toContain(title)
})

test('every protected point of the help page has a named test', () => {
  for (const point of electionHelpText.protected)
    expect([point, claims.some(({ claim }) => point.includes(claim))]).toEqual([point, true])
})

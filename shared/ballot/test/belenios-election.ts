// Runs a whole election with belenios-tool, in the steps of its own demonstration script.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBeleniosTool } from './belenios-tool.ts'
import type { ElectionPlan } from './generated-election.ts'

const group = ['--group', 'Ed25519']

function findFile(folder: string, ending: string): string {
  return readdirSync(folder).find(name => name.endsWith(ending)) as string
}

function makeTrustees(folder: string, { trustees, threshold }: ElectionPlan): string[] {
  const keygen = (args: string[], input = '') =>
    runBeleniosTool(folder, ['setup', 'generate-trustee-key-threshold', ...group, ...args], input)
  const indexes = Array.from({ length: trustees }, (_, at) => at + 1)
  const context = (index: number) => ['--threshold-context', `${index}/${threshold}/${trustees}`]
  const ids = indexes.map(index => keygen([...context(index), '--step', '1']).trim())
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, 'certs.jsons'), ids.map(id => read(`${id}.cert`)).join(''))
  const certs = ['--certs', 'certs.jsons']
  const polynomials = ids.map((id, at) =>
    keygen([...context(at + 1), ...certs, '--key', `${id}.key`, '--step', '3']),
  )
  writeFileSync(join(folder, 'polynomials.jsons'), polynomials.join(''))
  keygen([...certs, '--step', '4', '--polynomials', 'polynomials.jsons'])
  const voutputs = ids.map(id =>
    keygen([...certs, '--key', `${id}.key`, '--step', '5'], read(`${id}.vinput`)),
  )
  const parameters = keygen(
    [...certs, '--step', '6', '--polynomials', 'polynomials.jsons'],
    voutputs.join(''),
  )
  writeFileSync(join(folder, 'threshold.json'), parameters)
  runBeleniosTool(folder, ['setup', 'generate-trustee-key', ...group])
  writeFileSync(join(folder, 'public_keys.jsons'), read(findFile(folder, '.pubkey')))
  runBeleniosTool(folder, ['setup', 'make-trustees'])
  return ids
}

/** Runs the election with belenios-tool in the folder and returns the election archive. */
export function runBeleniosElection(folder: string, plan: ElectionPlan): Uint8Array {
  const uuid = runBeleniosTool(folder, ['setup', 'generate-token']).trim()
  const run = (args: string[], input = '') => runBeleniosTool(folder, args, input)
  const count = Math.max(plan.voters, 2)
  run(['setup', 'generate-credentials', '--uuid', uuid, ...group, '--count', `${count}`])
  renameSync(join(folder, findFile(folder, '.pubcreds')), join(folder, 'public_creds.json'))
  const credentials = Object.values(
    JSON.parse(readFileSync(join(folder, findFile(folder, '.privcreds')), 'utf8')),
  ) as string[]
  const ids = makeTrustees(folder, plan)
  writeFileSync(
    join(folder, 'template.json'),
    JSON.stringify({ description: 'D', name: 'N', questions: plan.questions }),
  )
  run(['setup', 'make-election', '--uuid', uuid, ...group, '--template', 'template.json'])
  run(['archive', 'init'])
  const addEvent = (type: string, input: string) => run(['archive', 'add-event', `--type=${type}`], input)
  for (const { voter, choices } of plan.votes) {
    writeFileSync(join(folder, 'credential'), credentials[voter] as string)
    writeFileSync(join(folder, 'choice'), JSON.stringify(choices))
    const files = ['--privcred', 'credential', '--choice', 'choice']
    addEvent('Ballot', run(['election', 'generate-ballot', ...files]))
  }
  addEvent('EndBallots', '')
  addEvent('EncryptedTally', run(['election', 'compute-encrypted-tally']))
  for (const [at, id] of ids.slice(0, plan.threshold).entries()) {
    const keys = ['--key', `${id}.key`, '--decryption-key', `${id}.dkey`, '--trustee-id', `${at + 2}`]
    addEvent('PartialDecryption', run(['election', 'decrypt-threshold', ...keys]))
  }
  const server = ['--privkey', findFile(folder, '.privkey'), '--trustee-id', '1']
  addEvent('PartialDecryption', run(['election', 'decrypt', ...server]))
  addEvent('Result', run(['election', 'compute-result']))
  return new Uint8Array(readFileSync(join(folder, `${uuid}.bel`)))
}

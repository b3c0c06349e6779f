// Test election made with belenios-tool 2.5.1, including its secrets: server key, 2 of 3 trustees, five voters.
import { readFileSync } from 'node:fs'

const folder = new URL('./recorded/', import.meta.url)

export interface Sample {
  uuid: string
  serverPrivateKey: string
  credentials: string[]
  votes: number[][][]
  trustees: { seed: string; certificate: string; decryptionKey: string; vinput: string; voutput: string }[]
  polynomials: string[]
}

export const sample: Sample = JSON.parse(readFileSync(new URL('sample.json', folder), 'utf8'))

export function readSampleElectionArchive(name = `${sample.uuid}.bel`): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, folder)))
}

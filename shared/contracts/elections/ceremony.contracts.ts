import { defineContract } from '#shared/endpoint.ts'
import {
  ceremonyParams,
  ceremonyState,
  certificateBody,
  decryptionBody,
  maxCeremonyBytes,
  polynomialBody,
  trusteeSecret,
  trusteeSecretBody,
  voutputBody,
} from './ceremony.schemas.ts'

/** Trustees and their progress, for voters, trustees and organisers. */
export const readCeremony = defineContract({
  access: 'elections.vote',
  params: ceremonyParams,
  answer: ceremonyState,
})

export const saveCertificate = defineContract({
  access: 'elections.vote',
  params: ceremonyParams,
  body: certificateBody,
  bodyLimit: maxCeremonyBytes,
  answer: 'nothing',
})

export const savePolynomial = defineContract({
  access: 'elections.vote',
  params: ceremonyParams,
  body: polynomialBody,
  bodyLimit: maxCeremonyBytes,
  answer: 'nothing',
})

export const saveVoutput = defineContract({
  access: 'elections.vote',
  params: ceremonyParams,
  body: voutputBody,
  bodyLimit: maxCeremonyBytes,
  answer: 'nothing',
})

export const savePartialDecryption = defineContract({
  access: 'elections.vote',
  params: ceremonyParams,
  body: decryptionBody,
  bodyLimit: maxCeremonyBytes,
  answer: 'nothing',
})

export const readTrusteeSecret = defineContract({
  access: 'elections.vote',
  params: ceremonyParams,
  answer: trusteeSecret,
})

export const saveTrusteeSecret = defineContract({
  access: 'elections.vote',
  params: ceremonyParams,
  body: trusteeSecretBody,
  answer: 'nothing',
})

import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './ceremony.contracts.ts'

const path = '/api/elections/:id/ceremony'

export const readCeremony = defineEndpoint<typeof contracts.readCeremony>('GET', path)
export const saveCertificate = defineEndpoint<typeof contracts.saveCertificate>('PUT', `${path}/certificate`)
export const savePolynomial = defineEndpoint<typeof contracts.savePolynomial>('PUT', `${path}/polynomial`)
export const saveVoutput = defineEndpoint<typeof contracts.saveVoutput>('PUT', `${path}/voutput`)
export const savePartialDecryption = defineEndpoint<typeof contracts.savePartialDecryption>(
  'PUT',
  `${path}/decryption`,
)
export const readTrusteeSecret = defineEndpoint<typeof contracts.readTrusteeSecret>('GET', `${path}/secret`)
export const saveTrusteeSecret = defineEndpoint<typeof contracts.saveTrusteeSecret>('PUT', `${path}/secret`)

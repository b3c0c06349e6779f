import { defineContract } from '#shared/endpoint.ts'
import { dataRegister, registerExportQuery } from './data-register.schemas.ts'

export const readDataRegister = defineContract({
  access: 'data.register',
  answer: dataRegister,
})

/**
 * Lists the kinds of personal data that the application stores, for the privacy page. The response itself contains no
 * personal data.
 */
export const exportDataRegister = defineContract({
  access: 'data.register',
  query: registerExportQuery,
  answer: 'stream',
})

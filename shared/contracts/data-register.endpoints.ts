import { endpoint } from '#shared/endpoint.ts'
import { dataRegister, registerExportQuery } from './data-register.ts'

export const readDataRegister = endpoint('GET', '/api/data-register', {
  access: 'data.register',
  answer: dataRegister,
})

/** Of kinds of records alone; nobody is in it. */
export const exportDataRegister = endpoint('GET', '/api/data-register/export', {
  access: 'data.register',
  query: registerExportQuery,
  answer: 'stream',
})

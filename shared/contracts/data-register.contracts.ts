import { contract } from '#shared/endpoint.ts'
import { dataRegister, registerExportQuery } from './data-register.ts'

export const readDataRegister = contract({
  access: 'data.register',
  answer: dataRegister,
})

/** Of kinds of records alone; nobody is in it. */
export const exportDataRegister = contract({
  access: 'data.register',
  query: registerExportQuery,
  answer: 'stream',
})

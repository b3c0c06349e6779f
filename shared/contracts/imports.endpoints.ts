import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import {
  confirmImportBody,
  importChoiceBody,
  importColumnsBody,
  importDetail,
  importLineParams,
  importParams,
  importRow,
  importRowsQuery,
  importSummary,
  importsQuery,
  uploadImportQuery,
} from './imports.ts'

export const listImports = endpoint('GET', '/api/imports', {
  access: 'imports.propose',
  query: importsQuery,
  answer: z.array(importSummary),
})

export const uploadImport = endpoint('POST', '/api/imports', {
  access: 'imports.propose',
  isUpload: true,
  query: uploadImportQuery,
  answer: importDetail,
  status: 201,
})

export const readImport = endpoint('GET', '/api/imports/:id', {
  access: 'imports.propose',
  params: importParams,
  answer: importDetail,
})

export const listImportRows = endpoint('GET', '/api/imports/:id/rows', {
  access: 'imports.propose',
  params: importParams,
  query: importRowsQuery,
  answer: z.array(importRow),
})

export const exportImportErrors = endpoint('GET', '/api/imports/:id/errors', {
  access: 'imports.propose',
  proof: true,
  params: importParams,
  answer: 'stream',
})

export const setImportColumns = endpoint('PUT', '/api/imports/:id/columns', {
  access: 'imports.propose',
  params: importParams,
  body: importColumnsBody,
  answer: importDetail,
})

export const chooseImportRow = endpoint('PUT', '/api/imports/:id/rows/:line', {
  access: 'imports.propose',
  params: importLineParams,
  body: importChoiceBody,
  answer: 'nothing',
})

export const proposeImport = endpoint('POST', '/api/imports/:id/propose', {
  access: 'imports.propose',
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const confirmImport = endpoint('POST', '/api/imports/:id/confirm', {
  access: 'imports.confirm',
  params: importParams,
  body: confirmImportBody,
  answer: importDetail,
})

export const undoImport = endpoint('POST', '/api/imports/:id/undo', {
  access: 'imports.confirm',
  proof: true,
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const inviteImported = endpoint('POST', '/api/imports/:id/invite', {
  access: 'imports.confirm',
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const discardImport = endpoint('DELETE', '/api/imports/:id', {
  access: 'imports.propose',
  params: importParams,
  body: noBody,
  answer: 'nothing',
})

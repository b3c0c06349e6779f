import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
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

export const listImports = contract({
  access: 'imports.propose',
  query: importsQuery,
  answer: z.array(importSummary),
})

export const uploadImport = contract({
  access: 'imports.propose',
  isUpload: true,
  query: uploadImportQuery,
  answer: importDetail,
  status: 201,
})

export const readImport = contract({
  access: 'imports.propose',
  params: importParams,
  answer: importDetail,
})

export const listImportRows = contract({
  access: 'imports.propose',
  params: importParams,
  query: importRowsQuery,
  answer: z.array(importRow),
})

export const exportImportErrors = contract({
  access: 'imports.propose',
  proof: true,
  params: importParams,
  answer: 'stream',
})

export const setImportColumns = contract({
  access: 'imports.propose',
  params: importParams,
  body: importColumnsBody,
  answer: importDetail,
})

export const chooseImportRow = contract({
  access: 'imports.propose',
  params: importLineParams,
  body: importChoiceBody,
  answer: 'nothing',
})

export const proposeImport = contract({
  access: 'imports.propose',
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const confirmImport = contract({
  access: 'imports.confirm',
  params: importParams,
  body: confirmImportBody,
  answer: importDetail,
})

export const undoImport = contract({
  access: 'imports.confirm',
  proof: true,
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const inviteImported = contract({
  access: 'imports.confirm',
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const discardImport = contract({
  access: 'imports.propose',
  params: importParams,
  body: noBody,
  answer: 'nothing',
})

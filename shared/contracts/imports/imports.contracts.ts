import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import {
  confirmImportBody,
  importChoiceBody,
  importColumnsBody,
  importCorrectionsBody,
  importDetail,
  importHeaderBody,
  importLineParams,
  importParams,
  importRow,
  importRowCells,
  importRowsQuery,
  importSummary,
  importsQuery,
  importTopRow,
  uploadImportQuery,
} from './imports.schemas.ts'

export const listImports = defineContract({
  access: 'imports.propose',
  query: importsQuery,
  answer: z.array(importSummary),
})

export const uploadImport = defineContract({
  access: 'imports.propose',
  isUpload: true,
  query: uploadImportQuery,
  answer: importDetail,
  status: 201,
})

export const readImport = defineContract({
  access: 'imports.propose',
  params: importParams,
  answer: importDetail,
})

export const listImportRows = defineContract({
  access: 'imports.propose',
  params: importParams,
  query: importRowsQuery,
  answer: z.array(importRow),
})

export const exportImportErrors = defineContract({
  access: 'imports.propose',
  proof: true,
  params: importParams,
  answer: 'stream',
})

export const setImportColumns = defineContract({
  access: 'imports.propose',
  params: importParams,
  body: importColumnsBody,
  answer: importDetail,
})

export const listFirstImportRows = defineContract({
  access: 'imports.propose',
  params: importParams,
  answer: z.array(importTopRow),
})

export const setImportHeader = defineContract({
  access: 'imports.propose',
  params: importParams,
  body: importHeaderBody,
  answer: importDetail,
})

export const readImportRow = defineContract({
  access: 'imports.propose',
  params: importLineParams,
  answer: importRowCells,
})

export const correctImportRow = defineContract({
  access: 'imports.propose',
  params: importLineParams,
  body: importCorrectionsBody,
  answer: importDetail,
})

export const chooseImportRow = defineContract({
  access: 'imports.propose',
  params: importLineParams,
  body: importChoiceBody,
  answer: 'nothing',
})

export const proposeImport = defineContract({
  access: 'imports.propose',
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const confirmImport = defineContract({
  access: 'imports.confirm',
  params: importParams,
  body: confirmImportBody,
  answer: importDetail,
})

export const undoImport = defineContract({
  access: 'imports.confirm',
  proof: true,
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const inviteImported = defineContract({
  access: 'imports.confirm',
  params: importParams,
  body: noBody,
  answer: importDetail,
})

export const discardImport = defineContract({
  access: 'imports.propose',
  params: importParams,
  body: noBody,
  answer: 'nothing',
})

import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './imports.contracts.ts'

export const listImports = defineEndpoint<typeof contracts.listImports>('GET', '/api/imports')
export const uploadImport = defineEndpoint<typeof contracts.uploadImport>('POST', '/api/imports')
export const readImport = defineEndpoint<typeof contracts.readImport>('GET', '/api/imports/:id')
export const listImportRows = defineEndpoint<typeof contracts.listImportRows>('GET', '/api/imports/:id/rows')
export const exportImportErrors = defineEndpoint<typeof contracts.exportImportErrors>(
  'GET',
  '/api/imports/:id/errors',
)
export const setImportColumns = defineEndpoint<typeof contracts.setImportColumns>(
  'PUT',
  '/api/imports/:id/columns',
)
export const listFirstImportRows = defineEndpoint<typeof contracts.listFirstImportRows>(
  'GET',
  '/api/imports/:id/top',
)
export const setImportHeader = defineEndpoint<typeof contracts.setImportHeader>(
  'PUT',
  '/api/imports/:id/header',
)
export const readImportRow = defineEndpoint<typeof contracts.readImportRow>(
  'GET',
  '/api/imports/:id/rows/:line',
)
export const correctImportRow = defineEndpoint<typeof contracts.correctImportRow>(
  'PUT',
  '/api/imports/:id/rows/:line/cells',
)
export const chooseImportRow = defineEndpoint<typeof contracts.chooseImportRow>(
  'PUT',
  '/api/imports/:id/rows/:line',
)
export const proposeImport = defineEndpoint<typeof contracts.proposeImport>(
  'POST',
  '/api/imports/:id/propose',
)
export const confirmImport = defineEndpoint<typeof contracts.confirmImport>(
  'POST',
  '/api/imports/:id/confirm',
)
export const undoImport = defineEndpoint<typeof contracts.undoImport>('POST', '/api/imports/:id/undo')
export const inviteImported = defineEndpoint<typeof contracts.inviteImported>(
  'POST',
  '/api/imports/:id/invite',
)
export const discardImport = defineEndpoint<typeof contracts.discardImport>('DELETE', '/api/imports/:id')

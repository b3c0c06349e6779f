import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './imports.contracts.ts'

export const listImports = endpoint<typeof contracts.listImports>('GET', '/api/imports')
export const uploadImport = endpoint<typeof contracts.uploadImport>('POST', '/api/imports')
export const readImport = endpoint<typeof contracts.readImport>('GET', '/api/imports/:id')
export const listImportRows = endpoint<typeof contracts.listImportRows>('GET', '/api/imports/:id/rows')
export const exportImportErrors = endpoint<typeof contracts.exportImportErrors>(
  'GET',
  '/api/imports/:id/errors',
)
export const setImportColumns = endpoint<typeof contracts.setImportColumns>('PUT', '/api/imports/:id/columns')
export const chooseImportRow = endpoint<typeof contracts.chooseImportRow>(
  'PUT',
  '/api/imports/:id/rows/:line',
)
export const proposeImport = endpoint<typeof contracts.proposeImport>('POST', '/api/imports/:id/propose')
export const confirmImport = endpoint<typeof contracts.confirmImport>('POST', '/api/imports/:id/confirm')
export const undoImport = endpoint<typeof contracts.undoImport>('POST', '/api/imports/:id/undo')
export const inviteImported = endpoint<typeof contracts.inviteImported>('POST', '/api/imports/:id/invite')
export const discardImport = endpoint<typeof contracts.discardImport>('DELETE', '/api/imports/:id')

import { expect } from 'vitest'
import { runImportJob } from '#server/features/imports/management/run-import-job.service.ts'
import { buildTestServiceContext, type Caller, type setUpApp } from '#server/test/harness/app.ts'
import { uploadFileAsUser } from '#server/test/harness/upload.ts'
import type { ImportDetail, ImportRow, ImportRowCells } from '#shared/contracts/imports/imports.schemas.ts'

/** Builds functions that call the import endpoints as a user and run the import job. */
export function createImportApiClient(target: ReturnType<typeof setUpApp>) {
  const runJob = (id: number) => runImportJob(buildTestServiceContext(target.database.db), id)

  async function upload(caller: Caller, content: string | Uint8Array, query = '', name?: string) {
    const response = await uploadFileAsUser(target.app, caller.cookie, `/api/imports${query}`, content, name)
    expect([response.statusCode, response.body]).toEqual([201, response.body])
    const { id } = response.json() as ImportDetail
    await runJob(id)
    return id
  }

  const readImport = async (caller: Caller, id: number): Promise<ImportDetail> =>
    (await caller.call('GET', `/api/imports/${id}`)).json()

  const listRows = async (caller: Caller, id: number, query = ''): Promise<ImportRow[]> =>
    (await caller.call('GET', `/api/imports/${id}/rows?pageSize=200${query}`)).json()

  const readCells = async (caller: Caller, id: number, line: number): Promise<ImportRowCells> =>
    (await caller.call('GET', `/api/imports/${id}/rows/${line}`)).json()

  async function findCell(caller: Caller, id: number, line: number, key: string) {
    const { cells, version } = await readCells(caller, id, line)
    const cell = cells.find(candidate => candidate.key === key)
    if (!cell) throw new Error(`no cell ${key}`)
    return { ...cell, version }
  }

  /** Corrects one cell of an import. The request names the current version of the import. */
  async function correct(
    caller: Caller,
    id: number,
    line: number,
    key: string,
    value: string,
    isForAlike = false,
  ) {
    const { column, version } = await findCell(caller, id, line, key)
    const body = { version, cells: [{ column, value, isForAlike }] }
    return caller.call('PUT', `/api/imports/${id}/rows/${line}/cells`, body)
  }

  async function confirm(caller: Caller, id: number, isDecision = false) {
    const { toWrite, version } = await readImport(caller, id)
    return caller.call('POST', `/api/imports/${id}/confirm`, { isDecision, toWrite, version })
  }

  async function apply(caller: Caller, id: number, isDecision = false): Promise<ImportDetail> {
    expect((await confirm(caller, id, isDecision)).statusCode).toBe(200)
    await runJob(id)
    return readImport(caller, id)
  }

  async function undo(caller: Caller, id: number): Promise<ImportDetail> {
    expect((await caller.call('POST', `/api/imports/${id}/undo`)).statusCode).toBe(200)
    await runJob(id)
    return readImport(caller, id)
  }

  return { runJob, upload, readImport, listRows, readCells, findCell, correct, confirm, apply, undo }
}

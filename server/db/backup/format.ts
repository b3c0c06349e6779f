// A backup is a gzipped tar, sealed as a whole where there is a passphrase: backup.json first, then the rows of every
// table in pieces, then the files, and totals.json last, with which a restore is compared before it counts.
export interface BackupHead {
  format: 1
  createdAt: string
  migrations: string[]
  /** Names the key under which fields are encrypted, without holding it. */
  keyFingerprint: string
  /** Files lie in a store of their own. Left out in older ones. */
  isWithoutFiles?: boolean
  tables: Table[]
  sequences: { name: string; value: string }[]
}

export interface Table {
  schema: string
  name: string
  columns: string[]
  key: string[]
}

export interface TableTotal {
  rows: number
  sha256: string
}

export interface BackupTotals {
  tables: Record<string, TableTotal>
  files: Record<string, string>
}

export const headEntry = 'backup.json'
export const totalsEntry = 'totals.json'
export const secretEntry = 'secret.key'
export const tablePrefix = 'tables/'
export const filePrefix = 'uploads/'

export function tableId({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${schema}.${name}`
}

export function countRows({ tables }: BackupTotals): number {
  return Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
}

// Backup format: a gzipped tar, encrypted as a whole when a passphrase is set.
// The archive contains, in this order: backup.json, the rows of every table, the uploaded files, and totals.json.
// totals.json holds the row count and checksum of every table, which a restore compares before it commits.
export interface BackupHead {
  format: 1
  createdAt: string
  migrations: string[]
  /** Fingerprint of the secret key that encrypts database fields. It does not reveal the key. */
  keyFingerprint: string
  /** True when uploaded files are in S3 and not in the backup. Backups of earlier releases lack this property. */
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

export const headEntryName = 'backup.json'
export const totalsEntryName = 'totals.json'
export const secretEntryName = 'secret.key'
export const tablePrefix = 'tables/'
export const filePrefix = 'uploads/'

export function getQualifiedTableName({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${schema}.${name}`
}

export function countBackupRows({ tables }: BackupTotals): number {
  return Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
}

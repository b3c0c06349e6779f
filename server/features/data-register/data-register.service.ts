// Register of the personal data that the organisation stores, for its data controller.
// The data register is generated from the lists that also drive data export, erasure and retention.
import type { Readable } from 'node:stream'
import { desc, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { backupRuns } from '#server/db/schema/backups.ts'
import { readTermsVersionShownToUsers } from '#server/db/setup/installation.ts'
import { exportRowsAsCsvOrXlsx } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import { dataReferences } from '#server/features/my-data/data-references.queries.ts'
import {
  type DataReference,
  getPersonalDataExportColumnLabel,
} from '#server/features/my-data/references/data-reference.queries.ts'
import { describeRetentionRule, retentionRules } from '#server/retention/retention-rules.queries.ts'
import type { RegisteredDataKind } from '#shared/contracts/data-register/data-register.schemas.ts'
import type { ExportFormat } from '#shared/fields/query-parameters.ts'
import { currentTermsVersion } from '#shared/terms.ts'
import { dataPurposeText, dataRegisterRecordText, dataSectionText } from '#texts/data-references.ts'
import { exportText } from '#texts/exports.ts'

function describeRetention(table: string): string {
  const rule = retentionRules.find(({ tables }) => tables.includes(table))
  return rule ? describeRetentionRule(rule).kept : dataRegisterRecordText.keptWithAccount
}

function describeErasure(erasure: DataReference['erasure']): string {
  const { remains, erasedCompletely } = dataRegisterRecordText
  return 'keeps' in erasure ? remains({ what: erasure.keeps() }) : erasedCompletely
}

function listDataKinds(): RegisteredDataKind[] {
  return dataReferences.map(({ table, purpose, copy, erasure }) => ({
    table,
    title: dataSectionText[copy.file].title,
    fields: Object.keys(copy.columns).map(key => getPersonalDataExportColumnLabel(copy, key)),
    purpose: dataPurposeText[purpose],
    kept: describeRetention(table),
    erased: describeErasure(erasure),
  }))
}

/**
 * Counts active users, users who accepted the current terms, and users who consented to the storage of
 * political party membership.
 */
async function countTerms({ db }: SignedInContext) {
  const { rows } = await db.execute<{ people: number; accepted: number; consented: number }>(sql`
    select count(*)::int as people, count(a.user_id)::int as accepted,
           count(*) filter (where a.consented)::int as consented
      from users u left join (
        select user_id, bool_or(consented) as consented from term_acceptances where version = ${currentTermsVersion} group by 1
      ) a on a.user_id = u.id
     where u.status = 'active' and u.erased_at is null`)
  return {
    version: await readTermsVersionShownToUsers(db),
    ...(rows[0] ?? { people: 0, accepted: 0, consented: 0 }),
  }
}

async function readBackupRecords({ db, settings }: SignedInContext) {
  const { id, startedAt, size, checkedAt, failedAt, reason } = backupRuns
  const runs = await db
    .select({ id, startedAt, size, checkedAt, failedAt, reason })
    .from(backupRuns)
    .orderBy(desc(id))
    .limit(7)
  // Another server instance may make the backups, so backup runs are listed even when BACKUP_DIR is not set.
  return runs.length > 0 || settings.BACKUP_DIR ? runs : null
}

export async function readDataRegister(context: SignedInContext) {
  return {
    data: listDataKinds(),
    limits: retentionRules.map(describeRetentionRule),
    terms: await countTerms(context),
    backups: await readBackupRecords(context),
  }
}

export function exportDataRegister(format: ExportFormat): Readable {
  async function* yieldDataKinds() {
    yield listDataKinds()
  }
  const titles = exportText.dataRegister
  return exportRowsAsCsvOrXlsx<RegisteredDataKind>(
    titles.sheet,
    format,
    [
      [titles.purpose, row => row.purpose],
      [titles.record, row => row.title],
      [titles.fields, row => row.fields.join('; ')],
      [titles.kept, row => row.kept],
      [titles.erased, row => row.erased],
      [titles.table, row => row.table],
    ],
    yieldDataKinds(),
  )
}

import type pg from 'pg'
import { type Table, tableId } from './format.ts'

/**
 * What was true when the backup was made and must not become true again: who had signed out since, or changed their
 * password, would be signed in; a link that was used would work once more. Each statement belongs to one table.
 */
const passed: Record<string, string> = {
  'public.sessions': 'delete from sessions',
  // Whoever took back their trust, or had it taken back, would have it again.
  'public.trusted_devices': 'delete from trusted_devices',
  // Bound to a session. Whoever had it turned off since, or gave the device away, would hear of it again.
  'public.push_devices': 'delete from push_devices',
  'public.account_tokens': 'delete from account_tokens',
  // Letters on their way with such a link; the others go out, at worst once more under the same Message-ID.
  'public.mail_outbox': `delete from mail_outbox where params ? 'token' and status in ('queued', 'failed')`,
  // Which backups there are is known where they are.
  'public.backup_runs': 'delete from backup_runs',
  // Their files are in no backup.
  'public.data_downloads': 'delete from data_downloads',
  // Work that was done right after the backup, and some of it makes links. Waiting mail is enqueued at the next start.
  'graphile_worker._private_jobs': 'delete from graphile_worker._private_jobs',
  'public.queued_jobs': 'delete from queued_jobs',
}

/** After the comparison and before the commit, so that nobody ever sees it. An older backup may lack a table. */
export async function forgetWhatPassed(client: pg.Client, tables: Table[]): Promise<void> {
  for (const table of tables) {
    const statement = passed[tableId(table)]
    if (statement) await client.query(statement)
  }
}

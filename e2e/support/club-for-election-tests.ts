// Creates a club with a returning officer, voters and trustees for browser tests of elections.
// Moves the dates of an election into the past, so that tests need not wait for its next step.
import pg from 'pg'
import { createClubForFeeTests } from './club-for-fee-tests.ts'
import { queryDatabase } from './database.ts'
import { buildServerEnvironmentVariables, port } from './ports.ts'

/** Creates a club whose first member is the returning officer of its elections. */
export async function createClubForElectionTests(officerName: string, memberNames: string[]) {
  const { clubId, members } = await createClubForFeeTests([officerName, ...memberNames], 'Kelab Undi')
  const [officer, ...others] = members
  if (!officer) throw new Error('createClubForElectionTests: no returning officer')
  await queryDatabase(
    `insert into appointments (user_id, office, club_id, starts_on, ends_on, time_zone)
     values ($1, 'returning_officer', $2, current_date - 1, current_date + 300, 'Europe/Berlin')`,
    [officer.id, clubId],
  )
  return { clubId, officer, members: others }
}

/**
 * Moves the dates of an election into the past, so that the test need not wait, and queues the job that takes the next
 * step. Uses the database owner, because triggers stop everybody else.
 */
export async function moveElectionDatesToPast(id: number, days: number): Promise<void> {
  const dates = ['enrolment_ends_at', 'roll_fixed_at', 'opens_at', 'opened_at', 'closes_at', 'closed_at']
  const client = new pg.Client({ connectionString: buildServerEnvironmentVariables(port).DATABASE_OWNER_URL })
  await client.connect()
  try {
    // Locks the table `elections` before its rows, to prevent a deadlock with the election job.
    await client.query(`begin;
      lock table elections in exclusive mode;
      alter table elections disable trigger elections_protected;
      update elections set ${dates.map(date => `${date} = ${date} - interval '${days} days'`).join()} where id = ${id};
      alter table elections enable trigger elections_protected;
      commit`)
  } finally {
    await client.end()
  }
  await queryDatabase(
    `insert into queued_jobs (task, payload, key, run_at) values ('advance_elections', '{}', 'advance_elections', now())`,
  )
}

// Entries of the concurrency test table: background jobs.
import { createJobHandlers } from '#server/jobs/jobs.ts'
import { createsNew, needsFile, type RaceCall, type RaceSubject, type RaceTable } from './race-call.ts'

const deletesExpired = 'deletes only expired data, which no other entry changes'

function buildJob(name: string, ...about: RaceSubject[]): RaceCall {
  return {
    about,
    run: async ({ context }) => {
      const task = createJobHandlers(context)[name] as (payload: object, helpers: object) => Promise<unknown>
      await task({}, {})
    },
  }
}

export const jobRaces: RaceTable = {
  'job deliver_announcements': {
    ...buildJob('deliver_announcements', 'announcement', 'ali'),
    before: ({ scheduledId }) => `update announcements set send_at = now() where id = ${scheduledId}`,
  },
  'job deliver_roll_calls': buildJob('deliver_roll_calls', 'roll-call'),
  'job advance_activities': buildJob('advance_activities', 'activity'),
  'job remind_participants': buildJob('remind_participants', 'activity', 'ali'),
  'job sweep_erased': buildJob('sweep_erased', 'ali'),
  'job look_for_pairs': 'the job never runs twice at the same time',
  'job settle_merges': buildJob('settle_merges', 'ali'),
  'job erase_rejected': deletesExpired,
  'job remind_offices': buildJob('remind_offices', 'office'),
  'job count_messages': 'the job never runs twice at the same time',
  'job settle_times': 'no times change in the race fixture',
  'job advance_motions': 'locks a due motion as closing does, which is raced',
  'job notify_motion_voters': buildJob('notify_motion_voters', 'motion'),
  'job sweep_roll_calls': deletesExpired,
  'job sweep_expired': deletesExpired,
  'job sweep_downloads': deletesExpired,
  'job sweep_files': deletesExpired,
  'job sweep_imports': deletesExpired,
  'job prepare_download': needsFile,
  'job send_mail': 'needs a mail server',
  'job send_mails': 'needs a mail server',
  'job send_reset_link': createsNew,
  'job push_messages': 'needs push services',
  'job send_push': 'needs push services',
  'job tell_mentions': createsNew,
  'job work_on_import': needsFile,
  'job invite_imported': needsFile,
  'job resume_imports': needsFile,
  'job unlock_dead_workers': 'changes only tables of the job runner',
}

// Table of all requests and jobs that change data: which data each changes, and how a concurrency test runs it.
// Concurrency tests run two requests or jobs of the table at the same time if both change the same data.
// The test races.test.ts requires the table to list every endpoint, job and socket event that changes data.
import { accountRaces } from './table/account-races.ts'
import { activityRaces } from './table/activity-races.ts'
import { announcementRaces } from './table/announcement-races.ts'
import { chatRaces } from './table/chat-races.ts'
import { clubRaces } from './table/club-races.ts'
import { customFieldRaces } from './table/custom-field-races.ts'
import { electionRaces } from './table/election-races.ts'
import { feeRaces } from './table/fee-races.ts'
import { jobRaces } from './table/job-races.ts'
import { motionRaces } from './table/motion-races.ts'
import type { RaceTable } from './table/race-call.ts'
import { savedViewRaces } from './table/saved-view-races.ts'
import { tagRaces } from './table/tag-races.ts'
import { unracedRequests } from './table/unraced-requests.ts'
import { userRaces } from './table/user-races.ts'

/** Table of concurrency tests. Its order must not change, so that a seed always selects the same pairs. */
export const raceTable: RaceTable = {
  ...userRaces,
  ...accountRaces,
  ...activityRaces,
  ...clubRaces,
  ...chatRaces,
  ...announcementRaces,
  ...customFieldRaces,
  ...savedViewRaces,
  ...feeRaces,
  ...motionRaces,
  ...electionRaces,
  ...tagRaces,
  ...unracedRequests,
  ...jobRaces,
}

import type { FastifyInstance } from 'fastify'
import type { PersonName, RaceFixture } from '#server/test/races/race-fixture.ts'

/**
 * Data that a request changes; requests with common data are run concurrently. `person`: a user or the user's rights.
 */
export type RaceSubject =
  | PersonName
  | 'activity'
  | 'announcement'
  | 'club'
  | 'direct'
  | 'fields'
  | 'group'
  | 'invitation'
  | 'message'
  | 'motion'
  | 'office'
  | 'report'
  | 'roll-call'
  | 'segments'
  | 'tags'
  | 'views'

export interface RaceCall {
  by?: PersonName | 'aliElsewhere'
  about: RaceSubject[]
  path?: (fixture: RaceFixture) => string
  body?: (fixture: RaceFixture) => object
  /** Maps a response that only concurrent runs return to the equivalent response of a sequential run. */
  equivalentResponses?: Record<string, string>
  /** Returns SQL that prepares the database before the two concurrent requests of the test start. */
  before?: (fixture: RaceFixture) => string
  /** Runs an operation of a concurrency test that is not an HTTP request: a job or a socket event. */
  run?: (app: FastifyInstance, fixture: RaceFixture) => Promise<unknown>
}

/**
 * Entries of the concurrency test table by request, job or socket event. A string states why an entry is not tested.
 */
export type RaceTable = Record<string, RaceCall | RaceCall[] | string>

export const createsNew = 'creates a record that nothing else refers to yet'
export const ownRow = 'a single statement on a row that belongs to the caller alone'
export const readOnly = 'changes nothing'
export const needsDevice =
  'needs a signature that only a device can make; uses the services of raced requests'
export const needsBrowserKeys =
  'needs signatures of browsers; server/features/keys tests races of rosters and epochs'
export const needsFile = 'needs a form with a file; imports and uploads have their own tests'

export const buildFixedPath = (path: string) => () => path

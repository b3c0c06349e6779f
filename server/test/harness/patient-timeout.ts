/** Value of `DATABASE_TIMEOUT_MS` in tests: a busy machine makes requests slow, and must not make them fail. */
export const patientTimeout = '30000'

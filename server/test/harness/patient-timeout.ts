/** Query timeout (`DATABASE_TIMEOUT_MS`) in tests: long enough for slow queries on a busy machine. */
export const patientTimeout = '30000'

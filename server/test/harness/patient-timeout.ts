/** Query timeout (`DATABASE_TIMEOUT_MS`) in tests, long enough that slow queries on a busy machine do not fail. */
export const patientTimeout = '30000'

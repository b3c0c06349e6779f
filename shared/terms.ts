/**
 * Current version of the terms. Their text is in `texts/<language>/app/terms.json`.
 * After the version is raised, users who accepted an older version must accept the new one at their next visit.
 */
export const currentTermsVersion = 3

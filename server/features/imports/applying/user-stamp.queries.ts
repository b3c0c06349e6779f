import { type SQL, sql } from 'drizzle-orm'

/**
 * Columns of `users` that are part of the stamp. A stamp is a hash by which undo detects edits after an import.
 * Columns that later migrations add must stay out, so that stored stamps remain valid; `updated_at` covers them.
 * Key rotation and restore rewrite ic_encrypted, ic_hash and known_since for all users, so these are omitted.
 */
const stampedColumns = [
  ...['username', 'email', 'email_confirmed_at', 'password', 'google_id', 'full_name', 'birth_year', 'phone'],
  ...['birth_state', 'current_country', 'social_media', 'role', 'membership_number', 'status', 'club_id'],
  ...[
    'institution',
    'course',
    'education_level',
    'start_year',
    'end_year',
    'profile_image_id',
    'approved_by',
  ],
  ...['approved_at', 'unlisted_at', 'muted', 'quiet_hours', 'hides_presence', 'grace_until', 'agreed_at'],
  ...['invitation_id', 'erased_at', 'merged_into', 'created_at', 'updated_at'],
]

/** SQL expression for the stamp (hash of the row) of user `u`, stored right after an import has written the user. */
export const userStamp: SQL = sql.raw(
  `'v2:' || md5(jsonb_build_array(${stampedColumns.map(name => `u.${name}`).join(', ')})::text)`,
)

/**
 * SQL condition: user `u` was not edited since the import wrote it, according to the stamp of import line `r`.
 * Stamps without a version cover the whole row and become invalid when the table gets another column.
 * A created user with an invalid stamp counts as unedited if never updated and without terms or sign-in method.
 */
export const isUneditedSinceImport: SQL = sql`case
  when r.stamp like 'v2:%' then r.stamp = ${userStamp}
  else r.stamp = md5(u::text) or (r.stamp is not null and r.outcome = 'created' and u.updated_at = u.created_at
    and u.agreed_at is null and u.password is null and u.google_id is null)
  end`

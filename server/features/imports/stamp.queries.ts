import { type SQL, sql } from 'drizzle-orm'

/**
 * The columns of `users` by which an account counts as edited. The list is fixed: a column that a later migration adds stays
 * out, so that stamps stored before remain valid. An edit of such a column is recognised by `updated_at`. Left out as well are
 * the columns that key rotation and a restore rewrite for everybody (`ic_encrypted`, `ic_hash`, `known_since`).
 */
const columns = [
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

/** The stamp of the account `u`, computed right after an import has written the account. */
export const stampOf: SQL = sql.raw(
  `'v2:' || md5(jsonb_build_array(${columns.map(name => `u.${name}`).join(', ')})::text)`,
)

/**
 * Whether the account `u` is as the import left it, by the stamp in `r`. Stamps without a version were made from the whole row
 * and differ as soon as the table has another column; then an account that the import created counts as unused if nobody has
 * changed it, agreed to the terms or set a password.
 */
export const isUntouched: SQL = sql`case
  when r.stamp like 'v2:%' then r.stamp = ${stampOf}
  else r.stamp = md5(u::text) or (r.stamp is not null and r.outcome = 'created' and u.updated_at = u.created_at
    and u.agreed_at is null and u.password is null and u.google_id is null)
  end`

/** Everything the audit trail can record. */
export type AuditKind = 'auth.login' | 'auth.login_failed' | 'auth.logout' | 'admin.created'

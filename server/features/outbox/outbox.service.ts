import { desc, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import type { MailKind } from '#shared/contracts/outbox/outbox.schemas.ts'

export async function listOutboxMails(
  { db }: SignedInContext,
  { page, pageSize }: { page: number; pageSize: number },
) {
  return db
    .select({
      id: mailOutbox.id,
      kind: sql<MailKind>`${mailOutbox.kind}`,
      recipient: mailOutbox.recipient,
      status: mailOutbox.status,
      attempts: mailOutbox.attempts,
      lastError: mailOutbox.lastError,
      createdAt: mailOutbox.createdAt,
      sentAt: mailOutbox.sentAt,
    })
    .from(mailOutbox)
    .orderBy(desc(mailOutbox.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

export async function countOutboxMails({ db }: SignedInContext): Promise<number> {
  return db.$count(mailOutbox)
}

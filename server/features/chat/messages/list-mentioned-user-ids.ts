import { parseMessageExtra } from '#shared/e2ee/message-extra.ts'

/** Returns the user ids that a message mentions. Mentions are stored as plaintext, also in encrypted groups. */
export function listMentionedUserIds(metadata: unknown): number[] {
  const { mentions } = (metadata ?? {}) as { mentions?: unknown }
  return mentions === undefined ? [] : (parseMessageExtra({ mentions }).mentions ?? [])
}

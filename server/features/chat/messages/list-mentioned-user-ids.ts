import { parseMessageMetadata } from '#shared/e2ee/message-metadata.ts'

/** Returns the user ids that a message mentions. Mentions are stored as plaintext, also in encrypted groups. */
export function listMentionedUserIds(metadata: unknown): number[] {
  const { mentions } = (metadata ?? {}) as { mentions?: unknown }
  return mentions === undefined ? [] : (parseMessageMetadata({ mentions }).mentions ?? [])
}

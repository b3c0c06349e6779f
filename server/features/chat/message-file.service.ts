import { and, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '#server/db/client.ts'
import { files } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { nameFor } from '#shared/document-types.ts'
import { readExtra } from '#shared/e2ee/extra.ts'
import { type ChatFileKind, chatFileKinds } from '#shared/file-kinds.ts'

type Metadata = Record<string, unknown> | null

const named = z.object({ file: z.object({ id: z.uuid() }) })

const kinds: Record<Exclude<ChatFileKind, 'chat_sealed'>, 'image' | 'document' | 'voice'> = {
  chat_image: 'image',
  chat_document: 'document',
  chat_voice: 'voice',
}

/**
 * The file that a message takes along. What it is called, of what kind and how large it is, is our word and not its
 * sender's; of one that is sealed no more is kept than which it is. Whether it may go along is judged where the message
 * is written.
 */
export async function describeFile(
  db: Db,
  senderId: number,
  metadata: Metadata,
): Promise<{ metadata: Metadata; fileId?: string }> {
  const { data } = named.safeParse(metadata)
  if (!data) return { metadata }
  const [file] = await db
    .select()
    .from(files)
    .where(
      and(eq(files.id, data.file.id), eq(files.uploadedBy, senderId), inArray(files.kind, chatFileKinds)),
    )
  if (!file) throw conflict('file_gone')
  const { id } = file
  if (file.kind === 'chat_sealed') return { metadata: { ...metadata, file: { id } }, fileId: id }
  const { width, height, seconds, hasWords } = readExtra(metadata).file ?? {}
  const kind = kinds[file.kind as keyof typeof kinds]
  const about = { id, kind, name: nameFor(file), type: file.contentType, size: file.size }
  return {
    metadata: { ...metadata, file: { ...about, width, height, seconds, hasWords } },
    fileId: id,
  }
}
